/** Reads the metrics of a Dropwizard registry in this JVM. The only package that imports Dropwizard. Loaded by a scrape. */
package io.foreread.exporter.dropwizard;
