/**
 * {@code ./integration-tests/dump-registry} writes the lists of Cassandra's metrics that test the exporter's catalog.
 */
package io.foreread.it.registry;
