/**
 * Exports Foreread's own metrics, with one class per subject. Most come from the recorders, some from the JVM. The
 * package is loaded by the first scrape.
 */
package io.foreread.exporter.own;
