/**
 * Converts the metrics of a node to lines of text: families and their series, the selection of exported ones, and how
 * often each is read. Streams Cassandra's tens of thousands of series. Loaded by the first scrape.
 */
package io.foreread.exporter.cassandra;
