/**
 * The standalone exporter, {@code foreread-exporter.jar}: a process that serves the metrics of nodes that do not have
 * the agent. The package is never loaded in a node.
 */
package io.foreread.exporter.standalone;
