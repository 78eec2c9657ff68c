package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.Distribution;
import io.foreread.exporter.source.NodeMetric;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sum of one metric over the peers of a datacenter. The sum is a metric, too. A sum of counters or histograms does
 * not decrease when a peer leaves, when Cassandra registers the metric of a peer again, or when another configuration
 * or connection replaces the bridge: the previous counts remain in the sum. Thread-safe.
 */
final class PeerSum implements NodeMetric {
    private final Kind kind;
    private final boolean monotonic;
    private final BiConsumer<Part, Throwable> failures;
    private final Set<Part> parts = ConcurrentHashMap.newKeySet();
    /** The total that removed parts and the sum that this one continues have counted. */
    private double removed;

    private long @Nullable [] removedCounts;
    private long @Nullable [] offsets;

    /** What a sum has counted. Immutable. */
    static final class Past {
        static final Past NONE = new Past(0, null, null);

        private final double count;
        private final long @Nullable [] buckets;
        private final long @Nullable [] offsets;

        private Past(double count, long @Nullable [] buckets, long @Nullable [] offsets) {
            this.count = count;
            this.buckets = buckets;
            this.offsets = offsets;
        }
    }

    /** The values of a part at its last read. They contain no reference to its metric. Immutable. */
    static final class LastRead {
        private final double value;
        private final long @Nullable [] counts;

        private LastRead(double value, long @Nullable [] counts) {
            this.value = value;
            this.counts = counts == null ? null : counts.clone();
        }
    }

    /** The metric of one peer. Its counted values are guarded by the lock of the sum. */
    static final class Part {
        private volatile NodeMetric metric;
        private volatile boolean inRing = true;
        /** Whether the current read has succeeded. Used only by the thread that reads. */
        private boolean readNow;

        private double last;
        /** The total of increases, for a counter. */
        private double counted;

        private long @Nullable [] lastCounts;
        private long @Nullable [] countedCounts;

        Part(NodeMetric metric) {
            this.metric = metric;
        }

        /** Creates a part that counts increases since these values. */
        Part(NodeMetric metric, LastRead read) {
            this(metric);
            last = read.value;
            lastCounts = read.counts == null ? null : read.counts.clone();
        }

        NodeMetric metric() {
            return metric;
        }

        private void countFrom(long[] now) {
            long[] before = lastCounts != null && lastCounts.length == now.length ? lastCounts : null;
            long[] total = countedCounts;
            if (total == null || total.length != now.length) {
                total = new long[now.length];
                countedCounts = total;
            }
            for (int i = 0; i < now.length; i++)
                total[i] += before != null && now[i] >= before[i] ? now[i] - before[i] : now[i];
            lastCounts = now.clone();
        }
    }

    /**
     * @param kind the kind of the metrics
     * @param monotonic whether the sum is a counter or a histogram
     * @param failures receives parts that could not be read, with the failure. A monotonic sum then includes the last
     *     value of such a part; a sum of gauges excludes the part.
     * @param past the counts of the sum that this one continues
     */
    PeerSum(Kind kind, boolean monotonic, BiConsumer<Part, Throwable> failures, Past past) {
        this.kind = kind;
        this.monotonic = monotonic;
        this.failures = failures;
        removed = past.count;
        removedCounts = past.buckets == null ? null : past.buckets.clone();
        offsets = past.offsets;
    }

    /** Returns what the present and the removed parts have counted. */
    synchronized Past past() {
        if (!monotonic) return Past.NONE;
        double count = removed;
        for (Part part : parts) count += part.counted;
        return new Past(count, counts(), offsets);
    }

    private long @Nullable [] counts() {
        long[] sum = removedCounts == null ? null : removedCounts.clone();
        for (Part part : parts) if (part.countedCounts != null) sum = plus(sum, part.countedCounts);
        return sum;
    }

    synchronized LastRead lastRead(Part part) {
        return new LastRead(part.last, part.lastCounts);
    }

    void add(Part part, boolean inRing) {
        part.inRing = inRing;
        parts.add(part);
    }

    /** Sets whether the peer is in the ring. A sum of gauges excludes peers that are not in the ring. */
    void setInRing(Part part, boolean inRing) {
        part.inRing = inRing;
    }

    /** Continues a part with another metric of the same peer. */
    void replace(Part part, NodeMetric metric) {
        part.metric = metric;
    }

    /** Removes a part and its counts, so that the caller can add the part to another sum. */
    void move(Part part) {
        parts.remove(part);
    }

    /** Removes a part whose metric does not exist any more. Its counts remain in the sum. */
    synchronized void remove(Part part) {
        if (!parts.remove(part)) return;
        removed += part.counted;
        if (part.countedCounts != null) removedCounts = plus(removedCounts, part.countedCounts);
    }

    /** Whether the sum has no parts, and no counts of removed parts. */
    synchronized boolean isEmpty() {
        return parts.isEmpty() && removed == 0 && removedCounts == null;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public Object value() {
        return sum();
    }

    @Override
    public long count() {
        return (long) sum();
    }

    private double sum() {
        for (Part part : parts) part.readNow = part.inRing && read(part);
        synchronized (this) {
            double sum = removed;
            for (Part part : parts) {
                if (monotonic) sum += part.counted;
                else if (part.readNow) sum += part.last;
            }
            return sum;
        }
    }

    /**
     * Reads without the lock, because a thread of Cassandra that registers the metric of another peer needs this lock.
     */
    private boolean read(Part part) {
        try {
            double now = number(part.metric);
            synchronized (this) {
                if (monotonic) part.counted += now >= part.last ? now - part.last : now;
                part.last = now;
            }
            return true;
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failures.accept(part, e);
            return false;
        }
    }

    private static double number(NodeMetric metric) {
        if (metric.kind() != Kind.GAUGE) return metric.count();
        Object value = metric.value();
        return value instanceof Number ? ((Number) value).doubleValue() : 0;
    }

    /** Reads the buckets of all peers. Quantiles are not available, because quantiles of peers cannot be added. */
    @Override
    public Distribution distribution() {
        // The counts of a peer that is not in the ring are read once, because the sum needs the bounds of their
        // buckets.
        for (Part part : parts) if (part.inRing || part.countedCounts == null) readCounts(part);
        synchronized (this) {
            long[] sum = counts();
            return new Sum(sum == null ? new long[0] : sum, offsets);
        }
    }

    private void readCounts(Part part) {
        try {
            Distribution now = part.metric.distribution();
            long[] bounds = now.bucketOffsets();
            if (bounds == null) return;
            synchronized (this) {
                if (offsets == null) offsets = bounds;
                if (bounds.length != offsets.length)
                    throw new IllegalStateException("the buckets differ from those of other peers");
                part.countFrom(now.counts());
            }
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failures.accept(part, e);
        }
    }

    private static long[] plus(long @Nullable [] sum, long[] counts) {
        if (sum == null) return counts.clone();
        for (int i = 0; i < Math.min(sum.length, counts.length); i++) sum[i] += counts[i];
        return sum;
    }

    private static final class Sum implements Distribution {
        private final long[] counts;
        private final long @Nullable [] offsets;

        Sum(long[] counts, long @Nullable [] offsets) {
            this.counts = counts;
            this.offsets = offsets;
        }

        @Override
        public long[] counts() {
            return counts;
        }

        @Override
        public long @Nullable [] bucketOffsets() {
            return offsets;
        }

        @Override
        public double quantile(double quantile) {
            throw new UnsupportedOperationException("quantiles of peers cannot be added");
        }

        @Override
        public double mean() {
            throw new UnsupportedOperationException("means of peers cannot be added");
        }
    }

    @Override
    public String toString() {
        return "the sum of " + parts.size() + " peers";
    }
}
