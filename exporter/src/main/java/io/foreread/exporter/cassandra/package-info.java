/**
 * Converts the metrics of a node to lines of text. It selects the exported families and series, reads each when it is
 * due, and streams tens of thousands of series. The package is loaded when the exporter begins to follow the registry
 * of a node.
 */
package io.foreread.exporter.cassandra;
