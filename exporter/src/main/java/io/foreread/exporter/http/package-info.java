/**
 * The HTTP endpoint. Only this package uses the Prometheus client library, so that the library can be replaced. The
 * package is loaded when Cassandra starts.
 */
package io.foreread.exporter.http;
