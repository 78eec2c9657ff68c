/** Starts the endpoint of a node with its sources. Loaded by the agent when Cassandra starts. */
package io.foreread.exporter;
