/**
 * Reads the metrics of a Dropwizard registry in this JVM. Outside of this package, only {@code FollowedRegistry}
 * imports Dropwizard. The package is loaded when the exporter begins to follow the registry of a node.
 */
package io.foreread.exporter.dropwizard;
