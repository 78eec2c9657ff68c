/**
 * Output that the commands of the agent jar and of the exporter jar have in common: lists of metrics and reports on
 * configurations. Never loaded in a node.
 */
package io.foreread.exporter.cli;
