/**
 * Reads the metrics of a node over remote JMX. They are exported with the same catalog and bridge as the metrics of the
 * agent's own node. The package is never loaded in a node.
 */
package io.foreread.exporter.jmx;
