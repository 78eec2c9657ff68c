/**
 * The catalog of all metrics: name, type, help, labels, and the metric of Cassandra from which each is read. Loaded when
 * the exporter starts; its enums earlier, with the settings.
 */
package io.foreread.exporter.catalog;
