/** What a node exposes, whatever it is read from: names, values, and listeners for new ones. Knows no metrics library. Loaded by a
 * scrape. */
package io.foreread.exporter.source;
