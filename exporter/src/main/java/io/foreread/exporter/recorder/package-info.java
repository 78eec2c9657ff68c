/**
 * Recorders: counters and fixed-bucket histograms that Cassandra's threads write and scrapes read. They depend on
 * {@code java.*} only.
 *
 * <p>Writers do not allocate, lock or log. This package imports no other package of Foreread, so woven code can call it
 * from any Cassandra thread. The package is loaded by the first woven call.
 */
package io.foreread.exporter.recorder;
