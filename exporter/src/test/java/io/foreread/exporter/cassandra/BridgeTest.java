package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BridgeTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";

    private final MetricRegistry registry = new MetricRegistry();
    private Bridge bridge = new Bridge(MetricsConfig.defaults());

    @Test
    void exportsALatencyWithCassandrasSum() {
        Timer timer = new Timer(CassandraReservoir.of41());
        registry.register(PREFIX + "ClientRequest.Latency.Read", timer);
        registry.counter(PREFIX + "ClientRequest.TotalLatency.Read").inc(7_500);
        timer.update(2_500, TimeUnit.MICROSECONDS);
        timer.update(5_000, TimeUnit.MICROSECONDS);
        Map<String, Double> scraped = collect().samples();
        String name = "cassandra_client_request_latency_seconds";
        assertThat(scraped.get(name + "_sum{operation=\"read\"}")).isEqualTo(0.0075, within(1e-12));
        assertThat(scraped).containsEntry(name + "_count{operation=\"read\"}", 2.0);
        assertThat(scraped).containsEntry(name + "_bucket{operation=\"read\",le=\"+Inf\"}", 2.0);
        assertThat(scraped.entrySet().stream()
                        .filter(sample -> sample.getKey().contains("_bucket"))
                        .map(Map.Entry::getValue))
                .hasSize(18)
                .isSorted();
    }

    @Test
    void estimatesTheSumOfATimerForWhichCassandraHasNoSum() {
        Timer timer = new Timer(CassandraReservoir.of40());
        registry.register(PREFIX + "CommitLog.WaitingOnCommit", timer);
        timer.update(10, TimeUnit.MILLISECONDS);
        assertThat(collect().samples().get("cassandra_commit_log_commit_wait_seconds_sum"))
                .isBetween(0.01, 0.012);
    }

    @Test
    void exportsCountsOfMetersAndCountersAndValuesOfGauges() {
        registry.meter(PREFIX + "ClientRequest.Timeouts.Write").mark(3);
        registry.counter(PREFIX + "Storage.Load").inc(4_096);
        registry.register(PREFIX + "Compaction.CompletedTasks", (Gauge<Long>) () -> 12L);
        registry.register(PREFIX + "ThreadPools.ActiveTasks.request.ReadStage", (Gauge<Integer>) () -> 5);
        registry.register(PREFIX + "Cache.Capacity.KeyCache", (Gauge<Long>) () -> 100L);
        assertThat(collect().samples())
                .containsEntry("cassandra_client_request_timeouts_total{operation=\"write\"}", 3.0)
                .containsEntry("cassandra_storage_load_bytes", 4096.0)
                .containsEntry("cassandra_compaction_completed_tasks_total", 12.0)
                .containsEntry("cassandra_thread_pool_active_tasks{group=\"request\",pool=\"ReadStage\"}", 5.0)
                .containsEntry("cassandra_cache_capacity_bytes{cache=\"key\"}", 100.0)
                .hasSize(5);
    }

    @Test
    void aRehearsalReadsTheMetricsAndIgnoresTheirErrors() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        registry.register(PREFIX + "Compaction.CompletedTasks", (Gauge<Long>) () -> {
            reads.incrementAndGet();
            throw new IllegalStateException("not fetched");
        });
        InProcessSource.follow(registry, bridge);
        bridge.rehearse(new TextBuffer(OutputStream.nullOutputStream()));
        assertThat(reads).hasPositiveValue();
        assertThat(bridge.errors()).isEmpty();
        bridge.write(Set.of(), TextFamily.Format.PROMETHEUS, new TextBuffer(OutputStream.nullOutputStream()));
        assertThat(bridge.errors().get("compaction").sum()).isOne();
    }

    @Test
    void exportsTheCurrentValueOfAGaugeInTheUnitOfItsFamily() {
        AtomicLong nanos = new AtomicLong();
        registry.register(PREFIX + "ThreadPools.OldestTaskQueueTime.request.ReadStage", (Gauge<Long>) nanos::get);
        InProcessSource.follow(registry, bridge);
        for (double seconds : new double[] {2.5, 1.5, 0, 0.5}) {
            nanos.set((long) (seconds * 1e9));
            assertThat(ScrapedText.by(bridge)
                            .samples()
                            .get("cassandra_thread_pool_oldest_task_age_seconds{group=\"request\",pool=\"ReadStage\"}"))
                    .isCloseTo(seconds, within(1e-9));
        }
    }

    /**
     * If values by which Cassandra means unknown or unlimited were exported as numbers, they would distort the sums,
     * averages and axes of graphs.
     */
    @Test
    void valuesThatMeanUnknownOrUnlimitedAreAbsent() {
        Map<String, Number> values = Map.of(
                "Storage.Load", -1L,
                "ThreadPools.MaxTasksQueued.request.ReadStage", Integer.MAX_VALUE,
                "Cache.Capacity.KeyCache", Long.MAX_VALUE,
                "Compaction.PendingTasks", Double.NaN,
                "Client.connectedNativeClients", Double.POSITIVE_INFINITY,
                "Cache.Size.KeyCache", 0L);
        values.forEach((name, value) -> registry.register(PREFIX + name, (Gauge<Number>) () -> value));
        bridge = new Bridge(MetricsConfig.of(Map.of("metrics.node.include", "*"), new ArrayList<>()));
        assertThat(collect().samples()).containsOnly(Map.entry("cassandra_cache_size_bytes{cache=\"key\"}", 0.0));
    }

    @Test
    void followsLaterRegistrationsAndRemovals() {
        InProcessSource.follow(registry, bridge);
        registry.meter(PREFIX + "DroppedMessage.Dropped.HINT").mark();
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry("cassandra_dropped_messages_total{message_type=\"HINT\"}", 1.0);
        registry.remove(PREFIX + "DroppedMessage.Dropped.HINT");
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
    }

    @Test
    void readsTheReplacementOfAMetric() {
        InProcessSource.follow(registry, bridge);
        registry.counter(PREFIX + "Storage.Exceptions").inc();
        registry.remove(PREFIX + "Storage.Exceptions");
        registry.counter(PREFIX + "Storage.Exceptions").inc(8);
        assertThat(ScrapedText.by(bridge).samples()).containsEntry("cassandra_storage_exceptions_total", 8.0);
    }

    /**
     * When a table is dropped, 3.11 does not unregister the latencies of its lightweight transactions. A new table with
     * the same name uses them again.
     */
    @Test
    void removesOrphanedMetricsAndAddsThemWithTheNextTableOfTheSameName() {
        Gauge<Integer> sstables = () -> 1;
        registry.counter(PREFIX + "Table.PendingFlushes.ks.t").inc(3);
        registry.register(PREFIX + "Table.LiveSSTableCount.ks.t", sstables);
        registry.counter(PREFIX + "Table.PendingFlushes.ks.other").inc(4);
        InProcessSource.follow(registry, bridge);
        registry.remove(PREFIX + "Table.LiveSSTableCount.ks.t");
        assertThat(ScrapedText.by(bridge).samples())
                .containsOnlyKeys("cassandra_table_pending_flushes{keyspace=\"ks\",table=\"other\"}");
        registry.register(PREFIX + "Table.LiveSSTableCount.ks.t", sstables);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry("cassandra_table_pending_flushes{keyspace=\"ks\",table=\"t\"}", 3.0)
                .containsEntry("cassandra_table_live_sstables{keyspace=\"ks\",table=\"t\"}", 1.0)
                .hasSize(3);
    }

    @Test
    void exportsAMetricWithAliasOnce() {
        registry.meter(PREFIX + "DroppedMessage.Dropped.READ_REQ").mark(2);
        registry.register(
                PREFIX + "DroppedMessage.Dropped.READ",
                registry.getMeters().get(PREFIX + "DroppedMessage.Dropped.READ_REQ"));
        assertThat(collect().samples()).containsOnlyKeys("cassandra_dropped_messages_total{message_type=\"READ\"}");
    }

    @Test
    void failingGaugeOnlyLosesItsOwnSample() {
        registry.register(PREFIX + "CommitLog.CompletedTasks", (Gauge<Integer>) () -> {
            throw new IllegalStateException("not now");
        });
        registry.register(PREFIX + "CommitLog.PendingTasks", (Gauge<Integer>) () -> {
            throw new AssertionError("Cassandra runs with assertions on");
        });
        registry.counter(PREFIX + "Storage.Load").inc(1);
        assertThat(collect().samples()).containsOnlyKeys("cassandra_storage_load_bytes");
        assertThat(ScrapedText.errors(bridge)).isEqualTo(2);
    }

    @Test
    void timerWithASamplingReservoirIsAnError() {
        registry.timer(PREFIX + "ClientRequest.Latency.Read").update(1, TimeUnit.SECONDS);
        assertThat(collect().samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isEqualTo(1);
    }

    @Test
    void nonNumericGaugeHasNoSample() {
        registry.register(PREFIX + "CommitLog.PendingTasks", (Gauge<String>) () -> "many");
        assertThat(collect().samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void acceptsNamesOfAnyForm() {
        InProcessSource.follow(registry, bridge);
        for (String name : new String[] {"", "x", PREFIX, PREFIX + "Table", PREFIX + "..", "jvm.gc", PREFIX + "a.b"})
            assertThatCode(() -> registry.counter(name)).doesNotThrowAnyException();
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    @Test
    void derivesMissesFromHitsAndHitsFromMisses() {
        registry.meter(PREFIX + "Cache.Requests.KeyCache").mark(10);
        registry.meter(PREFIX + "Cache.Hits.KeyCache").mark(7);
        registry.meter(PREFIX + "Cache.Requests.ChunkCache").mark(10);
        registry.meter(PREFIX + "Cache.Misses.ChunkCache").mark(4);
        assertThat(collect().samples())
                .containsEntry("cassandra_cache_misses_total{cache=\"key\"}", 3.0)
                .containsEntry("cassandra_cache_hits_total{cache=\"chunk\"}", 6.0)
                .hasSize(6);
    }

    @Test
    void derivedCacheCountersNeverDecrease() {
        registry.meter(PREFIX + "Cache.Requests.KeyCache").mark(10);
        InProcessSource.follow(registry, bridge);
        Meter hits = registry.meter(PREFIX + "Cache.Hits.KeyCache");
        assertThat(ScrapedText.by(bridge).samples()).containsEntry("cassandra_cache_misses_total{cache=\"key\"}", 10.0);
        hits.mark(4);
        assertThat(ScrapedText.by(bridge).samples()).containsEntry("cassandra_cache_misses_total{cache=\"key\"}", 10.0);
    }

    @Test
    void removesADerivedCacheCounterWithTheCountersThatItIsDerivedFrom() {
        InProcessSource.follow(registry, bridge);
        registry.meter(PREFIX + "Cache.Requests.KeyCache").mark(10);
        registry.meter(PREFIX + "Cache.Hits.KeyCache").mark(7);
        registry.remove(PREFIX + "Cache.Hits.KeyCache");
        assertThat(ScrapedText.by(bridge).samples()).containsOnlyKeys("cassandra_cache_requests_total{cache=\"key\"}");
        registry.meter(PREFIX + "Cache.Hits.KeyCache").mark(4);
        assertThat(ScrapedText.by(bridge).samples())
                .containsEntry("cassandra_cache_misses_total{cache=\"key\"}", 6.0)
                .hasSize(3);
    }

    @Test
    void derivesNothingIfCassandraCountsRequestsAndHitsAndMisses() {
        registry.meter(PREFIX + "Cache.Requests.KeyCache").mark(10);
        registry.meter(PREFIX + "Cache.Hits.KeyCache").mark(7);
        registry.meter(PREFIX + "Cache.Misses.KeyCache").mark(2);
        assertThat(collect().samples())
                .containsEntry("cassandra_cache_misses_total{cache=\"key\"}", 2.0)
                .hasSize(3);
    }

    @Test
    void followsNothingAfterClose() {
        InProcessSource source = InProcessSource.follow(registry, bridge);
        source.close();
        registry.counter(PREFIX + "Storage.Load").inc();
        assertThat(ScrapedText.by(bridge).samples()).isEmpty();
    }

    @Test
    void doesNotReadMetricsOutsideTheCatalog() {
        registry.register(PREFIX + "Table.SnapshotsSize.ks.t", (Gauge<Long>) () -> {
            throw new AssertionError("walks the file system");
        });
        assertThat(collect().samples()).isEmpty();
        assertThat(ScrapedText.errors(bridge)).isZero();
    }

    private ScrapedText collect() {
        InProcessSource.follow(registry, bridge);
        return ScrapedText.by(bridge);
    }
}
