/** {@code foreread-exporter.jar}: one process that serves the metrics of nodes where no agent can be installed. */
package io.foreread.exporter.standalone;
