/**
 * Exports Foreread's own metrics, with one class per subject. Most come from the recorders, some from the JVM. The
 * agent loads this package when it opens the endpoint.
 */
package io.foreread.exporter.own;
