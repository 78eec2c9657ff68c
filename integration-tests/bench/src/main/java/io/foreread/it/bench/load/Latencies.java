package io.foreread.it.bench.load;

/** Latencies of reads and writes in one window. Thread-safe. */
public final class Latencies {
    private static final double P99 = 0.99;
    private static final double P999 = 0.999;

    private final RequestTimes reads = new RequestTimes();
    private final RequestTimes writes = new RequestTimes();

    void add(boolean reading, long nanos) {
        (reading ? reads : writes).add(nanos);
    }

    /** The quantiles of the requests that have ended so far. */
    public RequestLatency quantiles() {
        return new RequestLatency(
                reads.quantileMillis(P99),
                reads.quantileMillis(P999),
                writes.quantileMillis(P99),
                writes.quantileMillis(P999));
    }
}
