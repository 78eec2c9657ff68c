/** Command line options of both jars. Never loaded in a node. */
package io.foreread.exporter.cli;
