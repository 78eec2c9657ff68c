package io.foreread.it.bench.load;

import java.util.Arrays;
import java.util.List;

/** How long requests of some stretches of time took. Thread-safe. */
public final class Latencies {
    private final Times reads = new Times();
    private final Times writes = new Times();

    synchronized void add(boolean reading, long nanos) {
        (reading ? reads : writes).add(nanos);
    }

    /** Of several stretches together. */
    public static Latencies together(List<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            synchronized (part) {
                all.reads.addAll(part.reads);
                all.writes.addAll(part.writes);
            }
        }
        return all;
    }

    public synchronized double readP99Millis() {
        return reads.p99Millis();
    }

    public synchronized double writeP99Millis() {
        return writes.p99Millis();
    }

    private static final class Times {
        private double[] millis = new double[1 << 16];
        private int count;

        void add(long nanos) {
            if (count == millis.length) millis = Arrays.copyOf(millis, 2 * count);
            millis[count++] = nanos * 1e-6;
        }

        void addAll(Times others) {
            if (count + others.count > millis.length)
                millis = Arrays.copyOf(millis, count + others.count + millis.length);
            System.arraycopy(others.millis, 0, millis, count, others.count);
            count += others.count;
        }

        double p99Millis() {
            return Numbers.p99(Arrays.copyOf(millis, count));
        }
    }
}
