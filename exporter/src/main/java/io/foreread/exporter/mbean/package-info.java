/** Reads MBeans over a connection, of this JVM or of another, under the same names and labels. Loaded by a scrape. */
package io.foreread.exporter.mbean;
