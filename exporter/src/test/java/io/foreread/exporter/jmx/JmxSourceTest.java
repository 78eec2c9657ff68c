package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.source.NodeMetric;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which MBeans are read, when, and how their values are exported. */
class JmxSourceTest {
    private static final String READS = "type=ClientRequest,scope=Read,name=";
    private static final String TABLE = "type=Table,keyspace=ks,scope=t,name=";

    private JmxNode node;

    @BeforeEach
    void connect() throws IOException {
        node = new JmxNode();
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    /** Returns bucket counts that are 0, except for {@code values} in the bucket with the given index. */
    private static long[] buckets(int length, int index, long values) {
        long[] buckets = new long[length];
        buckets[index] = values;
        return buckets;
    }

    @Test
    void timerIsExportedAsAHistogramInSecondsForAnyUnitOfBuckets() throws IOException {
        // The bounds of 165 buckets are in nanoseconds: bucket 63 ends at 219 us. The bounds of 128 buckets are in
        // microseconds: bucket 25 ends at 215 us.
        node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        node.add(READS + "TotalLatency", MetricBean.counter(1_500_000));
        node.add("type=ClientRequest,scope=Write,name=Latency", MetricBean.timer(3, buckets(128, 25, 3)));
        String scraped = node.source(Map.of()).scrape();
        assertThat(scraped)
                .contains("# TYPE cassandra_client_request_latency_seconds histogram")
                .contains("cassandra_client_request_latency_seconds_bucket{operation=\"read\",le=\"+Inf\"} 7\n")
                .contains("cassandra_client_request_latency_seconds_sum{operation=\"read\"} 1.5\n")
                .contains("cassandra_client_request_latency_seconds_count{operation=\"write\"} 3\n");
        assertThat(scraped.lines().filter(line -> line.contains("_bucket{operation=\"read\"") && line.endsWith(" 0")))
                .isNotEmpty();
    }

    @Test
    void onlyMappedMetricsAreRead() throws IOException {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        MetricBean unmapped = node.add("type=Nobody,name=Knows", MetricBean.counter(1));
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(1));
        MetricBean notByDefault = node.add(TABLE + "RangeLatency", MetricBean.timer(1, buckets(165, 63, 1)));
        JmxNode.Source source = node.source(Map.of());
        for (int i = 0; i < 3; i++) source.scrape();
        assertThat(timer.calls).containsOnly("Count", "values()");
        assertThat(unmapped.calls).isEmpty();
        assertThat(notByDefault.calls).isEmpty();
        assertThat(source.jmx.size()).isEqualTo(2);
    }

    @Test
    void bucketsAreReadOnlyIfTheCountHasChanged() throws Exception {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        JmxNode.Source source = node.source(Map.of());
        source.scrape();
        String before = source.scrapeAfterSharing();
        assertThat(timer.calls).filteredOn("values()"::equals).hasSize(1);
        timer.attributes.put("Count", 8L);
        timer.values = buckets(165, 63, 8);
        assertThat(source.scrapeAfterSharing()).isNotEqualTo(before).contains("_count{operation=\"read\"} 8\n");
        assertThat(timer.calls).filteredOn("values()"::equals).hasSize(2);
    }

    /** The unit of the quantiles is that of the buckets, which are then read once. */
    @Test
    void aHistogramChangesAfterAFirstScrapeOfItsQuantilesOnly() throws Exception {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        for (String name : JmxMetric.PERCENTILES) timer.attributes.put(name, 250.0);
        JmxNode.Source source = node.source(Map.of("metrics.node.distributions", "both"));
        source.scrape(Set.of("cassandra_client_request_latency_quantile_seconds"));
        assertThat(source.scrapeAfterSharing()).contains("_seconds_count{operation=\"read\"} 7\n");
        timer.attributes.put("Count", 8L);
        timer.values = buckets(165, 63, 8);
        assertThat(source.scrapeAfterSharing()).contains("_seconds_count{operation=\"read\"} 8\n");
    }

    @Test
    void theFirstScrapeUsesOnlyValuesThatHaveBeenFetched() throws IOException {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        for (String name : JmxMetric.PERCENTILES) timer.attributes.put(name, 250.0);
        node.add("type=Connection,name=Timeouts,scope=10.0.0.2_7000", MetricBean.counter(3));
        MetricBean messaging = node.add("type=Messaging,name=dc2-Latency", MetricBean.timer(2, buckets(165, 63, 2)));
        for (String name : JmxMetric.PERCENTILES) messaging.attributes.put(name, 250.0);
        JmxNode.Source source =
                node.source(Map.of("metrics.node.distributions", "both", "metrics.peers.level", "datacenter"));
        source.fetchAll();
        List<String> before = List.copyOf(timer.calls);
        assertThat(source.write(Set.of()))
                .contains("cassandra_client_request_latency_seconds_count{operation=\"read\"} 7\n")
                .contains("cassandra_client_request_latency_quantile_seconds{operation=\"read\",quantile=\"0.99\"}");
        assertThat(timer.calls).isEqualTo(before).containsOnlyOnce("values()");
        assertThat(source.bridge.errors()).isEmpty();
    }

    @Test
    void scrapesWithinASecondShareOneFetch() throws IOException {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        JmxNode.Source source = node.source(Map.of());
        source.scrape();
        int before = timer.calls.size();
        source.scrape();
        source.scrape();
        assertThat(timer.calls).hasSize(before);
    }

    @Test
    void sampledValuesAreNotExportedAsBucketCounts() throws IOException {
        long[] sample = new long[165];
        Arrays.fill(sample, 250_000);
        node.add(READS + "Latency", MetricBean.timer(165, sample));
        node.add("type=ClientRequest,scope=Write,name=Latency", MetricBean.timer(40, new long[40]));
        JmxNode.Source source = node.source(Map.of());
        assertThat(source.scrape()).doesNotContain("cassandra_client_request_latency_seconds_count");
        assertThat(source.bridge.errors().get("client_request").sum()).isEqualTo(2);
    }

    @Test
    void percentilesAreInSecondsForAnyUnitOfBuckets() throws IOException {
        for (int buckets : new int[] {165, 128}) {
            String scope = buckets == 165 ? "Read" : "Write";
            MetricBean timer = node.add(
                    "type=ClientRequest,scope=" + scope + ",name=Latency",
                    MetricBean.timer(1, buckets(buckets, 20, 1)));
            for (String name : JmxMetric.PERCENTILES) timer.attributes.put(name, 250.0);
        }
        String scraped =
                node.source(Map.of("metrics.node.distributions", "quantiles")).scrape();
        assertThat(scraped)
                .contains(
                        "cassandra_client_request_latency_quantile_seconds{operation=\"read\",quantile=\"0.99\"} 2.5E-4")
                .contains(
                        "cassandra_client_request_latency_quantile_seconds{operation=\"write\",quantile=\"1\"} 2.5E-4");
    }

    @Test
    void addedAndRemovedBeansAreFollowed() throws Exception {
        JmxNode.Source source = node.source(Map.of());
        assertThat(source.scrape()).doesNotContain("table=\"t\"");
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(4));
        follow(source, 1);
        assertThat(source.scrapeAfterSharing())
                .contains("cassandra_table_live_sstables{keyspace=\"ks\",table=\"t\"} 4\n");
        node.remove(TABLE + "LiveSSTableCount");
        follow(source, 0);
        assertThat(source.scrape()).doesNotContain("table=\"t\"");
    }

    /**
     * Repeats {@code follow()} until the expected number of MBeans is followed. One call is not always enough: after a
     * slow query, {@code follow()} does not query again for some time.
     */
    private static void follow(JmxNode.Source source, int beans) {
        Awaitility.await().until(() -> {
            source.jmx.follow();
            return source.jmx.size() == beans;
        });
    }

    /** When a table is dropped, Cassandra 3.11 keeps the table's latency metrics of lightweight transactions. */
    @Test
    void orphanedMetricsAreNotExported() throws Exception {
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(4));
        node.add(TABLE + "CasCommitLatency", MetricBean.timer(1, buckets(165, 63, 1)));
        JmxNode.Source source = node.source(Map.of("metrics.table.include", "*"));
        assertThat(source.scrape()).contains("cas_commit");
        node.remove(TABLE + "LiveSSTableCount");
        follow(source, 0);
        assertThat(source.scrape()).doesNotContain("table=\"t\"");
    }

    @Test
    void expensiveMetricsAreReadInTheBackground() throws Exception {
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(1));
        MetricBean walked = node.add(TABLE + "PendingCompactions", MetricBean.gauge(5));
        JmxNode.Source source = node.source(Map.of());
        String before = source.scrape();
        source.scrapeAfterSharing();
        assertThat(walked.calls).isEmpty();
        source.jmx.inBackground(() -> source.bridge.reads(Refresh.SLOW).forEach(read -> read.read()));
        assertThat(walked.calls).isNotEmpty();
        assertThat(before).doesNotContain("pending_compactions{");
        assertThat(source.scrapeAfterSharing()).contains("pending_compactions{keyspace=\"ks\",table=\"t\"} 5\n");
    }

    @Test
    void scrapesDoNotFetchMetricsThatOnlyTheRankingUses() throws IOException {
        MetricBean busy = addRanked("busy", 1_000);
        MetricBean other = addRanked("other", 10);
        JmxNode.Source source = node.source(Map.of("metrics.tables.top", "1"));
        assertThat(source.scrape()).contains("table=\"busy\"").doesNotContain("table=\"other\"");
        for (int i = 0; i < 30; i++) {
            source.jmx.fetchAll();
            source.write(Set.of());
            if (i % 4 == 0) rank(source);
        }
        int busyReads = busy.calls.size();
        int otherReads = other.calls.size();
        source.jmx.fetchAll();
        assertThat(busy.calls).hasSizeGreaterThan(busyReads);
        assertThat(other.calls).hasSize(otherReads);
        rank(source);
        assertThat(other.calls).hasSizeGreaterThan(otherReads);
        other.attributes.put("Count", 1_000_000L);
        rank(source);
        assertThat(source.write(Set.of())).contains("table=\"other\"").doesNotContain("table=\"busy\"");
    }

    /** Otherwise, the next complete scrape would read all metrics one after the other, without a time limit. */
    @Test
    void completeScrapesFetchWhatManyFilteredScrapesDoNotUse() throws Exception {
        MetricBean bean = node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        JmxMetric metric = new JmxMetric(
                node.source(Map.of()).jmx,
                new ObjectName("org.apache.cassandra.metrics:type=Storage,name=Exceptions"),
                NodeMetric.Kind.COUNTER,
                true);
        int fetches = 0;
        for (int i = 0; i < 30; i++) {
            if (!metric.toFetch(false)) continue;
            fetches++;
            metric.fetched(false);
        }
        assertThat(fetches)
                .as("fetches for filtered scrapes that do not use the metric")
                .isEqualTo(20);
        assertThat(metric.toFetch(true)).isTrue();
        metric.fetch();
        metric.fetched(true);
        int calls = bean.calls.size();
        assertThat(metric.count()).isEqualTo(2);
        assertThat(bean.calls).as("calls while the text is written").hasSize(calls);
        assertThat(metric.toFetch(false)).as("used again").isTrue();
    }

    /** No scrape can use the values of a fetch that was aborted. */
    @Test
    void abortedFetchesDoNotEndTheFetchesOfAMetric() throws Exception {
        node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        JmxMetric metric = new JmxMetric(
                node.source(Map.of()).jmx,
                new ObjectName("org.apache.cassandra.metrics:type=Storage,name=Exceptions"),
                NodeMetric.Kind.COUNTER,
                true);
        for (int i = 0; i < 30; i++) assertThat(metric.toFetch(true)).isTrue();
    }

    @Test
    void scrapeReadsAMetricThatWasLeftOutOnlyIfItsValueIsOld() throws Exception {
        MetricBean bean = node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        AtomicLong nanos = new AtomicLong();
        JmxMetric metric = new JmxMetric(
                node.source(Map.of()).jmx,
                new ObjectName("org.apache.cassandra.metrics:type=Storage,name=Exceptions"),
                NodeMetric.Kind.COUNTER,
                true,
                nanos::get);
        metric.fetch();
        for (int i = 0; i < 20; i++) metric.fetched(false);
        assertThat(metric.toFetch(false)).isFalse();
        bean.attributes.put("Count", 3L);
        nanos.addAndGet(JmxMetric.MAX_LEFT_OUT_NANOS);
        assertThat(metric.count()).isEqualTo(2);
        nanos.incrementAndGet();
        assertThat(metric.count()).isEqualTo(3);
    }

    private MetricBean addRanked(String table, int reads) {
        String bean = "type=Table,keyspace=ks,scope=" + table + ",name=";
        node.add(bean + "LiveSSTableCount", MetricBean.gauge(1));
        return node.add(bean + "ReadLatency", MetricBean.timer(reads, buckets(165, 63, reads)));
    }

    private static void rank(JmxNode.Source source) {
        source.jmx.inBackground(() -> source.bridge.rankings().forEach(ranking -> ranking.read()));
    }
}
