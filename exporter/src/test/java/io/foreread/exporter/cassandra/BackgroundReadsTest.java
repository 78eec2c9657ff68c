package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.source.CurrentRing;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests that values that are read in the background expire, and that the time of their last read is reported. */
class BackgroundReadsTest {
    private static final String PENDING = "org.apache.cassandra.metrics.Compaction.PendingTasks";
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

    private static void read(Bridge bridge) {
        bridge.reads(Refresh.SLOW).forEach(BackgroundRead::read);
    }

    private Bridge bridge() {
        registry.register(PENDING, (Gauge<Long>) () -> {
            if (failing) throw new IllegalStateException("closed");
            return value.get();
        });
        Bridge bridge = new Bridge(MetricsConfig.defaults(), new CurrentRing(), () -> {}, nanos::get);
        InProcessSource.follow(registry, bridge);
        return bridge;
    }
}
