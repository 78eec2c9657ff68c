/** Starts a node's endpoint and gives it its sources. Loaded by the agent when Cassandra starts. */
package io.foreread.exporter;
