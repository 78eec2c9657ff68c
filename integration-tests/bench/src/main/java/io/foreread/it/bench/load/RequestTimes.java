package io.foreread.it.bench.load;

import java.util.Arrays;

/** Latencies of requests of one kind. Thread-safe. */
public final class RequestTimes {
    private double[] millis = new double[1 << 12];
    private int count;

    public synchronized void add(long nanos) {
        room(1);
        millis[count++] = nanos * 1e-6;
    }

    void addAll(RequestTimes others) {
        double[] theirs = others.all();
        synchronized (this) {
            room(theirs.length);
            System.arraycopy(theirs, 0, millis, count, theirs.length);
            count += theirs.length;
        }
    }

    private synchronized double[] all() {
        return Arrays.copyOf(millis, count);
    }

    private void room(int more) {
        if (count + more > millis.length) millis = Arrays.copyOf(millis, Math.max(2 * millis.length, count + more));
    }

    public synchronized int count() {
        return count;
    }

    /** @param quantile such as 0.99 */
    public double quantileMillis(double quantile) {
        return Numbers.quantile(all(), quantile);
    }
}
