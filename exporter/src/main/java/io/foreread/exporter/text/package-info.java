/**
 * Writes the exposition text as bytes, without an object per line. The package is loaded by the first scrape, or when
 * the exporter begins to follow the registry of a node.
 */
package io.foreread.exporter.text;
