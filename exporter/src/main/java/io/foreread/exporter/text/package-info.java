/** Writes the exposition text as bytes, without an object per line. Loaded by the first scrape. */
package io.foreread.exporter.text;
