package io.foreread.it.bench.load;

import java.util.List;

/** Latencies of reads and writes in one or more windows. Thread-safe. */
public final class Latencies {
    private static final double P99 = 0.99;

    private final RequestTimes reads = new RequestTimes();
    private final RequestTimes writes = new RequestTimes();

    void add(boolean reading, long nanos) {
        (reading ? reads : writes).add(nanos);
    }

    /** Combines the latencies of several windows. */
    public static Latencies together(List<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            all.reads.addAll(part.reads);
            all.writes.addAll(part.writes);
        }
        return all;
    }

    public double readP99Millis() {
        return reads.quantileMillis(P99);
    }

    public double writeP99Millis() {
        return writes.quantileMillis(P99);
    }
}
