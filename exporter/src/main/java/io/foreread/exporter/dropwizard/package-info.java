/**
 * Reads the metrics of a Dropwizard registry in this JVM. Only this package imports Dropwizard. Loaded by the first
 * scrape.
 */
package io.foreread.exporter.dropwizard;
