/** Reads MBeans of this or another JVM, with the same names and labels. Loaded by the first scrape. */
package io.foreread.exporter.mbean;
