package io.foreread.exporter.dropwizard;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.Metric;
import com.codahale.metrics.Reservoir;
import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import io.foreread.exporter.recorder.IsolatedClasses;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests timers with the structure of Cassandra's timers. Integration tests compare timers of real nodes with JMX. */
class SummedTimerTest {
    private static final int BUCKETS = 8;

    /** Has the fields of Cassandra's class and, like it, adds the counts of a dropped table to the total. */
    private static final class LatencyMetrics {
        final List<LatencyMetrics> children = new CopyOnWriteArrayList<>();
        final Buckets buckets = new Buckets();
        final LatencyMetricsTimer latency = new LatencyMetricsTimer(buckets);

        final class LatencyMetricsTimer extends Timer {
            int snapshots;

            LatencyMetricsTimer(Reservoir reservoir) {
                super(reservoir);
            }

            @Override
            public long getCount() {
                return super.getCount()
                        + children.stream()
                                .mapToLong(child -> child.latency.getCount())
                                .sum();
            }

            @Override
            public Snapshot getSnapshot() {
                snapshots++;
                return super.getSnapshot();
            }
        }

        LatencyMetrics with(LatencyMetrics... added) {
            children.addAll(List.of(added));
            return this;
        }

        void count(int... values) {
            for (int value : values) latency.update(value, TimeUnit.NANOSECONDS);
        }

        void drop(LatencyMetrics child) {
            for (int i = 0; i < BUCKETS; i++) buckets.counts[i] += child.buckets.counts[i];
            children.remove(child);
        }
    }

    private static final class Buckets implements Reservoir {
        final long[] counts = new long[BUCKETS];

        @Override
        public int size() {
            return BUCKETS;
        }

        @Override
        public void update(long value) {
            counts[(int) value]++;
        }

        @Override
        public Snapshot getSnapshot() {
            return new BucketSnapshot(counts.clone());
        }
    }

    private static final class BucketSnapshot extends Snapshot {
        private final long[] bucketOffsets = {0, 1, 2, 3, 4, 5, 6};
        private final long[] counts;

        BucketSnapshot(long[] counts) {
            this.counts = counts;
        }

        @Override
        public double getValue(double quantile) {
            return quantile * bucketOffsets.length;
        }

        @Override
        public long[] getValues() {
            return counts;
        }

        @Override
        public int size() {
            return counts.length;
        }

        @Override
        public long getMax() {
            return 0;
        }

        @Override
        public double getMean() {
            return 3;
        }

        @Override
        public long getMin() {
            return 0;
        }

        @Override
        public double getStdDev() {
            return 0;
        }

        @Override
        public void dump(OutputStream output) {}
    }

    private final LatencyMetrics idle = new LatencyMetrics();
    private final LatencyMetrics first = new LatencyMetrics();
    private final LatencyMetrics second = new LatencyMetrics();
    private final LatencyMetrics parent = new LatencyMetrics().with(idle, first, second);
    private final SummedTimer summed = summedTimer(parent.latency);

    private static SummedTimer summedTimer(Timer timer) {
        return SummedTimer.of(timer, SummedCount.of(timer));
    }

    private long[] counts() {
        return summed.distribution().counts();
    }

    @Test
    void addsUpItsTablesAndItsOwnCounts() {
        first.count(1, 1, 7);
        second.count(7);
        parent.count(0);
        assertThat(counts()).containsExactly(1, 2, 0, 0, 0, 0, 0, 2);
        assertThat(summed.distribution().bucketOffsets()).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void readsOnlyTablesWithNewCounts() {
        first.count(3);
        second.count(4);
        counts();
        second.count(2);
        assertThat(counts()).containsExactly(0, 0, 1, 1, 1, 0, 0, 0);
        assertThat(List.of(idle.latency.snapshots, first.latency.snapshots, second.latency.snapshots))
                .containsExactly(0, 1, 2);
    }

    @Test
    void readsAgainWhileACountedValueIsNotYetInItsBucket() {
        first.count(3);
        first.buckets.counts[3] = 0;
        assertThat(counts()).containsOnly(0);
        first.buckets.counts[3] = 1;
        assertThat(counts()).containsExactly(0, 0, 0, 1, 0, 0, 0, 0);
    }

    @Test
    void keepsTheCountsOfADroppedTable() {
        first.count(1, 2);
        second.count(5);
        long[] before = counts();
        parent.drop(first);
        assertThat(counts()).isEqualTo(before);
        second.count(5);
        assertThat(counts()).containsExactly(0, 1, 1, 0, 0, 2, 0, 0);
    }

    @Test
    void usesCassandrasSnapshotForQuantiles() {
        first.count(1);
        assertThat(summed.distribution().quantile(0.5)).isEqualTo(3.5);
        assertThat(summed.distribution().mean()).isEqualTo(3);
    }

    /** As on Cassandra 6.0, the timer has its own histogram and does not use Dropwizard's. */
    private static final class OverridingMetrics {
        final List<OverridingMetrics> children = new CopyOnWriteArrayList<>();
        final OverridingTimer latency = new OverridingTimer();

        final class OverridingTimer extends Overrider {
            @Override
            public long getCount() {
                return histogram.getCount()
                        + children.stream()
                                .mapToLong(child -> child.latency.getCount())
                                .sum();
            }
        }
    }

    private static class Overrider extends Timer {
        final Histogram histogram = new Histogram(new Buckets());

        @Override
        public Snapshot getSnapshot() {
            return histogram.getSnapshot();
        }
    }

    @Test
    void readsTheTimersOwnHistogramInsteadOfDropwizards() {
        OverridingMetrics table = new OverridingMetrics();
        OverridingMetrics keyspace = new OverridingMetrics();
        keyspace.children.add(table);
        table.latency.histogram.update(3);
        keyspace.latency.histogram.update(2);
        assertThat(summedTimer(keyspace.latency).distribution().counts()).containsExactly(0, 0, 1, 1, 0, 0, 0, 0);
    }

    /** Has children like Cassandra's class, but its timer has a sampling reservoir without buckets. */
    private static final class SamplingMetrics {
        final List<SamplingMetrics> children = new CopyOnWriteArrayList<>();
        final SamplingTimer latency = new SamplingTimer();

        final class SamplingTimer extends Timer {
            @Override
            public long getCount() {
                return children.size();
            }
        }
    }

    @Test
    void doesNotSumTimersWithoutBuckets() {
        SamplingMetrics table = new SamplingMetrics();
        SamplingMetrics keyspace = new SamplingMetrics();
        keyspace.children.add(table);
        table.latency.update(3, TimeUnit.NANOSECONDS);
        assertThat(summedTimer(keyspace.latency).distribution()).isNull();
    }

    @Test
    void isNotUsedForATable() {
        assertThat(summedTimer(first.latency).distribution()).isNull();
    }

    @Test
    void isNotUsedForOtherTimers() {
        assertThat(summedTimer(new Timer())).isNull();
    }

    /** The class of a timer belongs to Cassandra, which exists longer than an attachment of the agent. */
    @Test
    void classOfATimerDoesNotKeepTheExporter() throws Exception {
        Timer timer = new LatencyMetrics().latency;
        IsolatedClasses.awaitCollected(usedWith(timer));
        assertThat(summedTimer(timer)).isNotNull();
    }

    private static WeakReference<ClassLoader> usedWith(Timer timer) throws Exception {
        try (IsolatedClasses classes = new IsolatedClasses()) {
            Class<?> count = classes.loadClass(SummedCount.class.getName());
            Method countOf = count.getDeclaredMethod("of", Metric.class);
            Method of = classes.loadClass(SummedTimer.class.getName()).getDeclaredMethod("of", Metric.class, count);
            countOf.setAccessible(true);
            of.setAccessible(true);
            assertThat(of.invoke(null, timer, countOf.invoke(null, timer)))
                    .isNotNull()
                    .isNotInstanceOf(SummedTimer.class);
            return new WeakReference<>(classes);
        }
    }
}
