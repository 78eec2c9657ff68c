/** What both jars can be asked on the command line. */
package io.foreread.exporter.cli;
