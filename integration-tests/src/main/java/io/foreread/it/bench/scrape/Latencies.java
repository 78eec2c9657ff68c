package io.foreread.it.bench.scrape;

import java.util.Arrays;

/** How long requests of some stretches of time took. Thread-safe. */
final class Latencies {
    private final Times reads = new Times();
    private final Times writes = new Times();

    synchronized void add(boolean reading, long nanos) {
        (reading ? reads : writes).add(nanos);
    }

    synchronized double readP99Millis() {
        return reads.p99Millis();
    }

    synchronized double writeP99Millis() {
        return writes.p99Millis();
    }

    private static final class Times {
        private double[] millis = new double[1 << 16];
        private int count;

        void add(long nanos) {
            if (count == millis.length) millis = Arrays.copyOf(millis, 2 * count);
            millis[count++] = nanos * 1e-6;
        }

        double p99Millis() {
            return Numbers.p99(Arrays.copyOf(millis, count));
        }
    }
}
