/**
 * Reads MBeans of this JVM or of another JVM, and exports them with the same names and labels in either case. The agent
 * loads this package when it opens the endpoint.
 */
package io.foreread.exporter.mbean;
