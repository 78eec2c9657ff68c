/**
 * Reads the metrics of a Dropwizard registry in this JVM. Apart from the class that follows the registry, only this
 * package imports Dropwizard. Loaded when the exporter begins to follow the registry of a node.
 */
package io.foreread.exporter.dropwizard;
