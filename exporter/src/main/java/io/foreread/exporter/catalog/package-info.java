/**
 * The catalog of all metrics: name, type, help, labels and the Cassandra metric they come from. Loaded by the first
 * scrape.
 */
package io.foreread.exporter.catalog;
