package io.foreread.exporter.dropwizard;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.source.Distribution;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the distribution of a timer that is the sum of the timers of many tables. From 4.0 on, Cassandra has such a
 * timer in the {@code LatencyMetrics} of each keyspace and of the node. A snapshot of each table would take half the
 * CPU of a scrape. Most tables have no new values since the previous scrape, so only the timers of tables with new
 * values are read again. Thread-safe.
 */
final class SummedTimer {
    /** The fields of {@link #FIELDS}, in this order. */
    private enum Member {
        OWNER,
        CHILDREN,
        LATENCY,
        HISTOGRAM
    }

    /**
     * The private fields that lead from a timer of a class to the timers that it adds up, found by name; empty if the class
     * does not have them. The values have types of the JDK, because a class of Cassandra keeps them in memory.
     */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<Field[]>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            try {
                Field[] fields = new Field[Member.values().length];
                fields[Member.HISTOGRAM.ordinal()] = accessible(histogram(type));
                Field owner = accessible(type.getDeclaredField("this$0"));
                fields[Member.OWNER.ordinal()] = owner;
                fields[Member.CHILDREN.ordinal()] = accessible(owner.getType().getDeclaredField("children"));
                fields[Member.LATENCY.ordinal()] = accessible(owner.getType().getDeclaredField("latency"));
                return fields;
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

    private static Field accessible(Field field) {
        field.setAccessible(true);
        return field;
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
    private final Object owner;
    private final List<?> children;
    private final Field latency;
    private final Histogram own;
    /**
     * The tables with a count above 0. The map is created by the first sum, because the timers of tables also have an
     * object of this class but never need the map. Guarded by this, as are the following fields.
     */
    private @Nullable IdentityHashMap<Timer, TableTimer> parts;

    private long @Nullable [] sum;
    private long round;

    private SummedTimer(Timer timer, Field[] fields) throws IllegalAccessException {
        this.timer = timer;
        owner = fields[Member.OWNER.ordinal()].get(timer);
        children = (List<?>) fields[Member.CHILDREN.ordinal()].get(owner);
        latency = fields[Member.LATENCY.ordinal()];
        own = (Histogram) fields[Member.HISTOGRAM.ordinal()].get(timer);
    }

    /** @return null if the metric is not a timer that can be the sum of others */
    static @Nullable SummedTimer of(Metric metric) {
        Field[] fields = metric instanceof Timer ? FIELDS.get(metric.getClass()) : new Field[0];
        try {
            return fields.length == 0 ? null : new SummedTimer((Timer) metric, fields);
        } catch (IllegalAccessException | ClassCastException e) {
            return null;
        }
    }

    /** @return null if the timer adds up no other timers, or if their buckets differ from its own */
    @Nullable
    Distribution distribution() {
        if (children.isEmpty()) return null;
        // Cassandra holds this lock while it drops a table: it first adds the counts of the table to the own counts of
        // this timer, then removes the table. A sum in between would include the table twice, and the next sum would be
        // lower.
        synchronized (owner) {
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
        for (Object child : children) {
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
