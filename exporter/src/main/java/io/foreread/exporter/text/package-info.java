/** Writes the exposition text as bytes, without an object per line. The package is loaded by the first scrape. */
package io.foreread.exporter.text;
