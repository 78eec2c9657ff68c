/**
 * What a Cassandra thread writes and a scrape reads: counters and fixed-bucket histograms on {@code java.*} alone.
 *
 * <p>Hot threads push here without allocating, locking or logging; scrape threads pull. Nothing in this package imports
 * anything of ours, so woven code can reach it from any Cassandra thread. Loaded at the first woven call.
 */
package io.foreread.exporter.recorder;
