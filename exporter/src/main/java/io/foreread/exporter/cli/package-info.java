/** Output that the commands of both jars have in common: lists of metrics, reports on configurations. Never loaded in a node. */
package io.foreread.exporter.cli;
