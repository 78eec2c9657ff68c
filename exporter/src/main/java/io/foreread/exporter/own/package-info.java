/** Exports our own metrics, one class per subject: from a recorder to a registry or a sink. Loaded by a scrape. */
package io.foreread.exporter.own;
