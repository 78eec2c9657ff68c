/** {@code foreread-exporter.jar}: one process that serves the metrics of nodes where no agent can be installed. Never loaded in
 * a node. */
package io.foreread.exporter.standalone;
