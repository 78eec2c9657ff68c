package io.foreread.exporter.dropwizard;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.source.Distribution;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the distribution of a timer that is the sum of the timers of many tables. From 4.0 on, Cassandra has such a
 * timer in the {@code LatencyMetrics} of each keyspace and of the node. A snapshot of each table would take half the
 * CPU of a scrape. Most tables have no new values since the previous scrape, so only the timers of tables with new
 * values are read again. Thread-safe.
 */
final class SummedTimer {
    /**
     * The private fields with the timer of a table, and with the counts of a timer of a class, found by name; empty if the
     * class does not have them. The values have types of the JDK, because a class of Cassandra keeps them in memory.
     */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<Field[]>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            try {
                Class<?> owner = type.getDeclaredField("this$0").getType();
                return new Field[] {
                    SummedCount.accessible(owner.getDeclaredField("latency")), SummedCount.accessible(histogram(type))
                };
            } catch (NoSuchFieldException | RuntimeException e) {
                return new Field[0];
            }
        }
    };

    /**
     * Finds the field with the counts. From 6.0 on, Cassandra's class has its own histogram and does not use
     * Dropwizard's.
     */
    private static Field histogram(Class<?> type) throws NoSuchFieldException {
        for (Class<?> declaring = type; declaring != Timer.class; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (Histogram.class.isAssignableFrom(field.getType())) return field;
            }
        }
        return Timer.class.getDeclaredField("histogram");
    }

    /** The counts of one table when it was last read. */
    private static final class TableTimer {
        long count;
        long round;
        /** The index of the first bucket in {@link #counts}. Most buckets of a table are empty. */
        private int first;

        private long[] counts = {};

        void addTo(long[] sum, int sign) {
            for (int i = 0; i < counts.length; i++) sum[first + i] += sign * counts[i];
        }

        void set(long[] all) {
            int end = all.length;
            while (end > 0 && all[end - 1] == 0) end--;
            first = 0;
            while (first < end && all[first] == 0) first++;
            counts = Arrays.copyOfRange(all, first, end);
            // Cassandra increments the timer's count before the bucket. If a bucket was not incremented yet, the sum of
            // the buckets differs from the count, and the next scrape reads the buckets again.
            count = LongStream.of(counts).sum();
        }
    }

    private final Timer timer;
    private final SummedCount summed;
    private final Field latency;
    private final Histogram own;
    /**
     * The tables with a count above 0. The map is created by the first sum, because the timers of tables also have an
     * object of this class but never need the map. Guarded by this, as are the following fields.
     */
    private @Nullable IdentityHashMap<Timer, TableTimer> parts;

    private long @Nullable [] sum;
    private long round;

    private SummedTimer(Timer timer, SummedCount summed, Field latency, Field histogram) throws IllegalAccessException {
        this.timer = timer;
        this.summed = summed;
        this.latency = latency;
        own = (Histogram) histogram.get(timer);
    }

    /**
     * @param summed the count of the metric; null if it cannot be a sum
     * @return null if the metric is not a timer that can be the sum of others
     */
    static @Nullable SummedTimer of(Metric metric, @Nullable SummedCount summed) {
        if (summed == null || !(metric instanceof Timer)) return null;
        Field[] fields = FIELDS.get(metric.getClass());
        if (fields.length == 0) return null;
        try {
            return new SummedTimer((Timer) metric, summed, fields[0], fields[1]);
        } catch (IllegalAccessException | ClassCastException e) {
            return null;
        }
    }

    /** @return null if the timer adds up no other timers, or if their buckets differ from its own */
    @Nullable
    Distribution distribution() {
        if (summed.children().isEmpty()) return null;
        // Without the lock, a sum could include a table twice while Cassandra drops it.
        synchronized (summed.owner()) {
            return sum();
        }
    }

    private synchronized @Nullable Distribution sum() {
        Snapshot snapshot = own.getSnapshot();
        long[] bucketOffsets = BucketOffsets.of(snapshot);
        if (bucketOffsets == null) return null;
        long[] counts = snapshot.getValues().clone();
        IdentityHashMap<Timer, TableTimer> tables = parts;
        long[] total = sum;
        if (tables == null || total == null || total.length != counts.length) {
            parts = tables = new IdentityHashMap<>();
            sum = total = new long[counts.length];
        }
        round++;
        int seen = 0;
        for (Object child : summed.children()) {
            Timer part = timer(child);
            long count = part.getCount();
            if (count == 0) continue;
            if (!update(tables.computeIfAbsent(part, key -> new TableTimer()), part, count, total)) return null;
            seen++;
        }
        if (tables.size() > seen) forgetDropped(tables, total);
        for (int i = 0; i < counts.length; i++) counts[i] += total[i];
        return new Summed(counts, bucketOffsets, timer);
    }

    private Timer timer(Object child) {
        try {
            return (Timer) latency.get(child);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @return false if the timer of the table has other buckets than the total */
    private boolean update(TableTimer part, Timer child, long count, long[] total) {
        part.round = round;
        if (part.count == count) return true;
        long[] counts = child.getSnapshot().getValues();
        if (counts.length != total.length) return false;
        part.addTo(total, -1);
        part.set(counts);
        part.addTo(total, 1);
        return true;
    }

    private void forgetDropped(IdentityHashMap<Timer, TableTimer> tables, long[] total) {
        tables.values().removeIf(part -> {
            if (part.round == round) return false;
            part.addTo(total, -1);
            return true;
        });
    }

    private static final class Summed implements Distribution {
        private final long[] counts;
        private final long[] bucketOffsets;
        private final Timer timer;
        /** Cassandra's own snapshot, for quantiles and mean; null until it is needed. */
        private @Nullable Snapshot recent;

        Summed(long[] counts, long[] bucketOffsets, Timer timer) {
            this.counts = counts;
            this.bucketOffsets = bucketOffsets;
            this.timer = timer;
        }

        @Override
        public long[] counts() {
            return counts;
        }

        @Override
        public long[] bucketOffsets() {
            return bucketOffsets;
        }

        @Override
        public double quantile(double quantile) {
            return recent().getValue(quantile);
        }

        @Override
        public double mean() {
            return recent().getMean();
        }

        private Snapshot recent() {
            if (recent == null) recent = timer.getSnapshot();
            return recent;
        }

        @Override
        public String toString() {
            return timer.getClass().getName();
        }
    }
}
