/**
 * The names and values of a node's metrics and the interfaces that receive them, for metrics of this JVM and of remote
 * nodes. The package depends on no metrics library. It is loaded by the first scrape.
 */
package io.foreread.exporter.source;
