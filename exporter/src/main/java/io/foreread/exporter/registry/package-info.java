/** What a scrape reads of our own numbers, one class per subject: from a recorder to a registry or a sink. */
package io.foreread.exporter.registry;
