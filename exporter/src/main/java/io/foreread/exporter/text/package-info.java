/** The exposition's text, written as bytes: no line of tens of thousands becomes an object. Loaded by a scrape. */
package io.foreread.exporter.text;
