package io.foreread.it.bench.load;

import io.foreread.it.bench.comparison.Numbers;
import java.util.Arrays;

/** Latencies of requests of one kind. Thread-safe. */
public final class RequestTimes {
    private double[] millis = new double[1 << 12];
    private int count;

    public synchronized void add(long nanos) {
        if (count == millis.length) millis = Arrays.copyOf(millis, 2 * count);
        millis[count++] = nanos * 1e-6;
    }

    private synchronized double[] all() {
        return Arrays.copyOf(millis, count);
    }

    public synchronized int count() {
        return count;
    }

    /** @param quantile such as 0.99 */
    public double quantileMillis(double quantile) {
        return Numbers.quantile(all(), quantile);
    }
}
