/**
 * The names and values of a node's metrics and the interfaces that receive them, for metrics of this JVM and of remote
 * nodes. The package depends on no metrics library. The agent loads it when it opens the endpoint.
 */
package io.foreread.exporter.source;
