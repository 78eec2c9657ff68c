/** Names Cassandra's metrics as another exporter does, by one table of rules. Loaded by a scrape. */
package io.foreread.exporter.naming;
