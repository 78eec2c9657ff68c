/** Reads the metrics of a node over remote JMX, for the same catalog and bridge. Never loaded in a node. */
package io.foreread.exporter.jmx;
