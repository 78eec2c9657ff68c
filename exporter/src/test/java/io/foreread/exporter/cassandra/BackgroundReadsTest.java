package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.source.CurrentRing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests that values that are read in the background expire, and that the times of their reads are reported. */
class BackgroundReadsTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final String PENDING = PREFIX + "Compaction.PendingTasks";
    private static final String SAMPLE = "cassandra_compaction_pending_tasks";
    private static final long SECOND = 1_000_000_000L;

    private final MetricRegistry registry = new MetricRegistry();
    private final AtomicLong nanos = new AtomicLong(1);
    private final AtomicLong value = new AtomicLong(7);
    private boolean failing;

    @Test
    void valueIsDroppedIfItIsNotReadForThreePeriods() {
        Bridge bridge = bridge();
        read(bridge);
        nanos.addAndGet(180 * SECOND);
        bridge.expire();
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(SAMPLE, 7.0);
        nanos.incrementAndGet();
        bridge.expire();
        assertThat(ScrapedText.by(bridge).samples()).as("expired value").doesNotContainKey(SAMPLE);
        assertThat(bridge.lastSuccess().get(Refresh.SLOW))
                .as("time of the last successful read")
                .containsKey(SAMPLE);
        read(bridge);
        bridge.expire();
        assertThat(ScrapedText.by(bridge).samples()).containsEntry(SAMPLE, 7.0);
    }

    @Test
    void timeOfTheLastSuccessfulReadIsReportedForEachFamily() {
        Bridge bridge = bridge();
        bridge.expire();
        assertThat(bridge.lastSuccess()).as("never read").allSatisfy((refresh, families) -> assertThat(families)
                .isEmpty());
        long before = System.currentTimeMillis();
        read(bridge);
        bridge.expire();
        Map<String, Long> slow = bridge.lastSuccess().get(Refresh.SLOW);
        assertThat(slow).containsOnlyKeys(SAMPLE);
        assertThat(slow.get(SAMPLE)).isBetween(before, System.currentTimeMillis());
        failing = true;
        read(bridge);
        bridge.expire();
        assertThat(bridge.lastSuccess().get(Refresh.SLOW))
                .as("unchanged by a failure")
                .isEqualTo(slow);
        assertThat(ScrapedText.by(bridge).samples()).doesNotContainKey(SAMPLE);
        assertThat(ScrapedText.errors(bridge)).isEqualTo(1);
    }

    /** A value that cannot be read is an error of its metric. The age shows whether the reads return. */
    @Test
    void failedReadCountsAsARead() {
        Bridge bridge = bridge();
        read(bridge);
        failing = true;
        nanos.addAndGet(3600 * SECOND);
        read(bridge);
        nanos.addAndGet(5 * SECOND);
        bridge.expire();
        assertThat(bridge.ageSeconds(Refresh.SLOW)).isEqualTo(5);
    }

    @Test
    void ageIsThatOfTheSeriesThatHasWaitedLongest() {
        Bridge bridge = bridge();
        List<BackgroundRead> first = List.copyOf(bridge.reads(Refresh.SLOW));
        nanos.addAndGet(10 * SECOND);
        registry.register(PREFIX + "keyspace.PendingCompactions.ks", (Gauge<Integer>) () -> 1);
        assertThat(bridge.reads(Refresh.SLOW)).hasSize(2);
        nanos.addAndGet(60 * SECOND);
        first.forEach(BackgroundRead::read);
        bridge.expire();
        assertThat(bridge.ageSeconds(Refresh.SLOW))
                .as("series without a read since it was added")
                .isEqualTo(60);
        nanos.addAndGet(2 * SECOND);
        assertThat(bridge.ageSeconds(Refresh.SLOW)).isEqualTo(62);
        List<BackgroundRead> second = new ArrayList<>(bridge.reads(Refresh.SLOW));
        second.removeAll(first);
        second.forEach(BackgroundRead::read);
        nanos.addAndGet(3 * SECOND);
        bridge.expire();
        assertThat(bridge.ageSeconds(Refresh.SLOW))
                .as("series that was read first")
                .isEqualTo(5);
    }

    @Test
    void readIsNamedAfterItsFamily() {
        assertThat(bridge().reads(Refresh.SLOW)).extracting(Object::toString).containsExactly(SAMPLE);
    }

    @Test
    void ageOfAClassWithoutSeriesIsZero() {
        Bridge bridge = bridge();
        nanos.addAndGet(7 * SECOND);
        assertThat(bridge.ageSeconds(Refresh.RARE)).as("before the first check").isEqualTo(7);
        bridge.expire();
        assertThat(bridge.ageSeconds(Refresh.RARE)).isZero();
        assertThat(bridge.ageSeconds(Refresh.SLOW)).isEqualTo(7);
    }

    private static void read(Bridge bridge) {
        bridge.reads(Refresh.SLOW).forEach(BackgroundRead::read);
    }

    private Bridge bridge() {
        registry.register(PENDING, (Gauge<Long>) () -> {
            if (failing) throw new IllegalStateException("closed");
            return value.get();
        });
        Bridge bridge = new Bridge(MetricsConfig.defaults(), new CurrentRing(), PeerCounts.NONE, nanos::get);
        InProcessSource.follow(registry, bridge);
        return bridge;
    }
}
