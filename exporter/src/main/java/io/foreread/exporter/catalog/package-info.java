/**
 * The catalog of all metrics: name, type, help, labels, and the metric of Cassandra from which each is read. The
 * package is loaded when the exporter starts, except for its enums, which are loaded earlier with the settings.
 */
package io.foreread.exporter.catalog;
