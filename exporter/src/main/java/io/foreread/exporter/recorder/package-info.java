/**
 * Recorders: counters and fixed-bucket histograms that Cassandra's threads write and scrapes read. They depend on the
 * JDK only.
 *
 * <p>The methods that record reads and writes take no lock, log nothing and allocate memory only at their first use.
 * This package imports no other package of Foreread, so woven code can call it from any Cassandra thread. The agent
 * loads this package when it installs the hooks.
 */
package io.foreread.exporter.recorder;
