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
 * A timer that adds up those of many tables whenever it is asked, as Cassandra's {@code LatencyMetrics} of a keyspace and
 * of the node do from 4.0 on. To take a snapshot of each table was half the CPU of a scrape, and most tables have counted
 * nothing since the one before: here only those that have are asked again. Thread-safe.
 */
final class SummedTimer {
    /** How to get from a timer to those that it adds up. Found by name, as the fields are private. */
    private static final class Shape {
        final Field owner;
        final Field children;
        final Field latency;
        final Field histogram;

        Shape(Class<?> type) throws NoSuchFieldException {
            histogram = accessible(histogram(type));
            owner = accessible(type.getDeclaredField("this$0"));
            children = accessible(owner.getType().getDeclaredField("children"));
            latency = accessible(owner.getType().getDeclaredField("latency"));
        }

        /** From 6.0 on Cassandra's class has one of its own, and Dropwizard's counts nothing. */
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
    }

    private static final ClassValue<Shape> SHAPES = new ClassValue<Shape>() {
        @Override
        protected @Nullable Shape computeValue(Class<?> type) {
            try {
                return new Shape(type);
            } catch (NoSuchFieldException | RuntimeException e) {
                return null;
            }
        }
    };

    /** What one table had counted when it was last asked. */
    private static final class Part {
        long count;
        long round;
        /** Of the bucket that {@link #counts} begins with: most of a table's are empty. */
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
            // A value is counted before it is in its bucket: what the buckets say decides whether to ask again.
            count = LongStream.of(counts).sum();
        }
    }

    private final Timer timer;
    private final Object owner;
    private final List<?> children;
    private final Field latency;
    private final Histogram own;
    /**
     * Of those that have counted anything; null before the first sum, because each timer of each table has one of us and
     * never anything to add up. Guarded by this, as are all that follow.
     */
    private @Nullable IdentityHashMap<Timer, Part> parts;

    private long @Nullable [] sum;
    private long round;

    private SummedTimer(Timer timer, Shape shape) throws IllegalAccessException {
        this.timer = timer;
        owner = shape.owner.get(timer);
        children = (List<?>) shape.children.get(owner);
        latency = shape.latency;
        own = (Histogram) shape.histogram.get(timer);
    }

    /** @return null if it is of another shape */
    static @Nullable SummedTimer of(Metric metric) {
        Shape shape = metric instanceof Timer ? SHAPES.get(metric.getClass()) : null;
        try {
            return shape == null ? null : new SummedTimer((Timer) metric, shape);
        } catch (IllegalAccessException | ClassCastException e) {
            return null;
        }
    }

    /** @return null if there is nothing to add up, or nothing of equal buckets */
    @Nullable
    Distribution distribution() {
        if (children.isEmpty()) return null;
        // Cassandra's own lock on what a dropped table leaves behind: first it joins the timer's own counts, then the
        // table goes. A sum of the moment between the two would have it twice, and the next be less.
        synchronized (owner) {
            return sum();
        }
    }

    private synchronized @Nullable Distribution sum() {
        Snapshot snapshot = own.getSnapshot();
        long[] bucketOffsets = BucketOffsets.of(snapshot);
        if (bucketOffsets == null) return null;
        long[] counts = snapshot.getValues().clone();
        IdentityHashMap<Timer, Part> asked = parts;
        long[] total = sum;
        if (asked == null || total == null || total.length != counts.length) {
            parts = asked = new IdentityHashMap<>();
            sum = total = new long[counts.length];
        }
        round++;
        int seen = 0;
        for (Object child : children) {
            Timer part = timer(child);
            long count = part.getCount();
            if (count == 0) continue;
            if (!ask(asked.computeIfAbsent(part, key -> new Part()), part, count, total)) return null;
            seen++;
        }
        if (asked.size() > seen) forgetDropped(asked, total);
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

    /** @return false if it has other buckets */
    private boolean ask(Part part, Timer child, long count, long[] total) {
        part.round = round;
        if (part.count == count) return true;
        long[] counts = child.getSnapshot().getValues();
        if (counts.length != total.length) return false;
        part.addTo(total, -1);
        part.set(counts);
        part.addTo(total, 1);
        return true;
    }

    private void forgetDropped(IdentityHashMap<Timer, Part> asked, long[] total) {
        asked.values().removeIf(part -> {
            if (part.round == round) return false;
            part.addTo(total, -1);
            return true;
        });
    }

    private static final class Summed implements Distribution {
        private final long[] counts;
        private final long[] bucketOffsets;
        private final Timer timer;
        /** What weighs the last minutes, nobody can add up but Cassandra; null until it is asked for. */
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
