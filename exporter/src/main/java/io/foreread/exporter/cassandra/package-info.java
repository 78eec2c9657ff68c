/**
 * From what a node exposes to lines of text: families and their series, which of them are exported, and how often each is
 * read. The one streaming collector of the tens of thousands of Cassandra's series. Loaded by a scrape.
 */
package io.foreread.exporter.cassandra;
