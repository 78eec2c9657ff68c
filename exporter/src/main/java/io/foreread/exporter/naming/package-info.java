/** The names that jmx_exporter gives to Cassandra's metrics, from one table of rules. Loaded by the first scrape. */
package io.foreread.exporter.naming;
