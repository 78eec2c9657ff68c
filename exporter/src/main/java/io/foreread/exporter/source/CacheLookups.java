package io.foreread.exporter.source;

import com.codahale.metrics.Counting;
import io.foreread.exporter.catalog.CassandraMetrics;
import io.foreread.exporter.catalog.Metric;

/**
 * The look-ups of one cache. 3.11 counts requests and either hits or misses; the third is the difference, which we tell,
 * so that a hit ratio is asked for in the same words on every line. Thread-safe.
 */
final class CacheLookups {
    private final String[] labelValues;
    private Counting requests;
    private Counting hits;
    private Counting misses;
    /** Two counters are never read at the same moment: a difference may fall, what we tell may not. */
    private long told;

    CacheLookups(String... labelValues) {
        this.labelValues = labelValues;
    }

    static boolean has(Metric family) {
        return family == CassandraMetrics.CACHE_REQUESTS
                || family == CassandraMetrics.CACHE_HITS
                || family == CassandraMetrics.CACHE_MISSES;
    }

    /** @param counter null when it is removed */
    synchronized void set(Metric family, Counting counter) {
        if (family == CassandraMetrics.CACHE_REQUESTS) requests = counter;
        else if (family == CassandraMetrics.CACHE_HITS) hits = counter;
        else misses = counter;
    }

    /** Tells what Cassandra does not count, if it can be told. */
    synchronized void collect(MetricSink sink) {
        if (requests == null || (hits == null) == (misses == null)) return;
        Counting counted = hits == null ? misses : hits;
        told = Math.max(told, requests.getCount() - counted.getCount());
        sink.sample(hits == null ? CassandraMetrics.CACHE_HITS : CassandraMetrics.CACHE_MISSES, told, labelValues);
    }
}
