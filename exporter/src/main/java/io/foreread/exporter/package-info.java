/**
 * Starts the endpoint of a node and adds the sources of its metrics. The agent loads this package when Cassandra
 * starts.
 */
package io.foreread.exporter;
