/** What the command lines of both jars print. Never loaded in a node. */
package io.foreread.exporter.cli;
