/** Cassandra's metrics under the names that another exporter gives them: one table of rules, and what it says of a metric. */
package io.foreread.exporter.dialect;
