/** Every metric once: name, type, help, labels; and which of Cassandra's metrics it comes from. Data, no code paths. Loaded by a
 * scrape. */
package io.foreread.exporter.catalog;
