/**
 * The names that jmx_exporter gives to Cassandra's metrics, from the rules of one YAML file. The agent loads this
 * package when it opens the endpoint.
 */
package io.foreread.exporter.naming;
