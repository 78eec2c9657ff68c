/** Exports Foreread's own metrics from the recorders, one class per subject. Loaded by the first scrape. */
package io.foreread.exporter.own;
