/** The endpoint. The only package that knows the Prometheus client, so that it can be replaced. Loaded when Cassandra starts. */
package io.foreread.exporter.http;
