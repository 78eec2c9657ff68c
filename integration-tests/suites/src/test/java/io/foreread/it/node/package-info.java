/** What an operator meets on one node: hooks, metrics, the standalone exporter, the survival of Cassandra. */
package io.foreread.it.node;
