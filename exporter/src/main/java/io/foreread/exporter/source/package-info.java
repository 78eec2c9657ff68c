/**
 * The metrics of a node, independent of their origin: names, values and followers. Depends on no metrics library.
 * Loaded by the first scrape.
 */
package io.foreread.exporter.source;
