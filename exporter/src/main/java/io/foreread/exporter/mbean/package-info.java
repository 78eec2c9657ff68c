/**
 * Reads MBeans of this or another JVM, and exports both with the same names and labels. The package is loaded by the
 * first scrape.
 */
package io.foreread.exporter.mbean;
