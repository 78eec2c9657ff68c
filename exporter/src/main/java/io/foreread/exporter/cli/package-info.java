/** What both jars can be asked on the command line. Never loaded in a node. */
package io.foreread.exporter.cli;
