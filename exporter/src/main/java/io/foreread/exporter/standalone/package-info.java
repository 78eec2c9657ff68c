/**
 * The standalone exporter, {@code foreread-exporter.jar}: a process that serves the metrics of nodes without the agent.
 * Never loaded in a node.
 */
package io.foreread.exporter.standalone;
