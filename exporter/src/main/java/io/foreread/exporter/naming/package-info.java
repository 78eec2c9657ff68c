/**
 * The names that jmx_exporter gives to Cassandra's metrics, from the rules of one YAML file. The package is loaded by
 * the first scrape.
 */
package io.foreread.exporter.naming;
