package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JmxSourceTest {
    private static final String READS = "type=ClientRequest,scope=Read,name=";
    private static final String TABLE = "type=Table,keyspace=ks,scope=t,name=";

    private JmxServer node;
    private NodeConnections connection;
    private final JmxThreads threads = new JmxThreads();
    private final ParallelReads reads = new ParallelReads(threads.of(JmxThreads.Work.CALL));

    @BeforeEach
    void connect() throws IOException {
        node = JmxServer.start();
        connection = node.connect(new JmxLimits(10_000, 10_000, 3));
    }

    @AfterEach
    void close() throws IOException {
        connection.close();
        threads.close();
        node.close();
    }

    private final class Source {
        final Bridge bridge;
        final JmxSource jmx;

        Source(Map<String, String> settings) throws NodeUnreachableException {
            bridge = new Bridge(MetricsConfig.of(settings, new ArrayList<>()));
            jmx = new JmxSource(connection, bridge, reads);
            jmx.follow();
        }

        String scrape() throws IOException {
            return scrape(Set.of());
        }

        /** @param names names of the samples to write; empty for all */
        String scrape(Set<String> names) throws IOException {
            jmx.fetch();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            TextBuffer buffer = new TextBuffer(out);
            bridge.write(names, TextFamily.Format.PROMETHEUS, buffer);
            buffer.flush();
            return out.toString(StandardCharsets.UTF_8);
        }
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
        String scraped = new Source(Map.of()).scrape();
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
        Source source = new Source(Map.of());
        for (int i = 0; i < 3; i++) source.scrape();
        assertThat(timer.calls).containsOnly("Count", "values()");
        assertThat(unmapped.calls).isEmpty();
        assertThat(notByDefault.calls).isEmpty();
        assertThat(source.jmx.size()).isEqualTo(2);
    }

    @Test
    void bucketsAreReadOnlyIfTheCountHasChanged() throws Exception {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        Source source = new Source(Map.of());
        source.scrape();
        String before = scrapeAfterSharing(source);
        assertThat(timer.calls).filteredOn("values()"::equals).hasSize(1);
        timer.attributes.put("Count", 8L);
        timer.values = buckets(165, 63, 8);
        assertThat(scrapeAfterSharing(source)).isNotEqualTo(before).contains("_count{operation=\"read\"} 8\n");
        assertThat(timer.calls).filteredOn("values()"::equals).hasSize(2);
    }

    /** The unit of the quantiles is that of the buckets, which are then read once. */
    @Test
    void aHistogramChangesAfterAFirstScrapeOfItsQuantilesOnly() throws Exception {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        for (String name : JmxMetric.PERCENTILES) timer.attributes.put(name, 250.0);
        Source source = new Source(Map.of("metrics.node.distributions", "both"));
        source.scrape(Set.of("cassandra_client_request_latency_quantile_seconds"));
        assertThat(scrapeAfterSharing(source)).contains("_seconds_count{operation=\"read\"} 7\n");
        timer.attributes.put("Count", 8L);
        timer.values = buckets(165, 63, 8);
        assertThat(scrapeAfterSharing(source)).contains("_seconds_count{operation=\"read\"} 8\n");
    }

    /** Scrapes after more than a second, so that the scrape does not share the values of the previous fetch. */
    private static String scrapeAfterSharing(Source source) throws Exception {
        long beforeNanos = System.nanoTime();
        Awaitility.await().until(() -> System.nanoTime() - beforeNanos > 1_100_000_000L);
        return source.scrape();
    }

    @Test
    void scrapesWithinASecondShareOneFetch() throws IOException {
        MetricBean timer = node.add(READS + "Latency", MetricBean.timer(7, buckets(165, 63, 7)));
        Source source = new Source(Map.of());
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
        Source source = new Source(Map.of());
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
        String scraped = new Source(Map.of("metrics.node.distributions", "quantiles")).scrape();
        assertThat(scraped)
                .contains(
                        "cassandra_client_request_latency_quantile_seconds{operation=\"read\",quantile=\"0.99\"} 2.5E-4")
                .contains(
                        "cassandra_client_request_latency_quantile_seconds{operation=\"write\",quantile=\"1\"} 2.5E-4");
    }

    @Test
    void addedAndRemovedBeansAreFollowed() throws Exception {
        Source source = new Source(Map.of());
        assertThat(source.scrape()).doesNotContain("table=\"t\"");
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(4));
        follow(source, 1);
        assertThat(scrapeAfterSharing(source))
                .contains("cassandra_table_live_sstables{keyspace=\"ks\",table=\"t\"} 4\n");
        node.remove(TABLE + "LiveSSTableCount");
        follow(source, 0);
        assertThat(source.scrape()).doesNotContain("table=\"t\"");
    }

    /**
     * Repeats {@code follow()} until the expected number of MBeans is followed. One call is not always enough: after a
     * slow query, {@code follow()} does not query again for some time.
     */
    private static void follow(Source source, int beans) {
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
        Source source = new Source(Map.of("metrics.table.include", "*"));
        assertThat(source.scrape()).contains("cas_commit");
        node.remove(TABLE + "LiveSSTableCount");
        follow(source, 0);
        assertThat(source.scrape()).doesNotContain("table=\"t\"");
    }

    @Test
    void expensiveMetricsAreReadInTheBackground() throws Exception {
        node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(1));
        MetricBean walked = node.add(TABLE + "PendingCompactions", MetricBean.gauge(5));
        Source source = new Source(Map.of());
        String before = source.scrape();
        scrapeAfterSharing(source);
        assertThat(walked.calls).isEmpty();
        source.jmx.inBackground(() -> source.bridge.reads(Refresh.SLOW).forEach(read -> read.read()));
        assertThat(walked.calls).isNotEmpty();
        assertThat(before).doesNotContain("pending_compactions{");
        assertThat(scrapeAfterSharing(source)).contains("pending_compactions{keyspace=\"ks\",table=\"t\"} 5\n");
    }

    @Test
    void unreadableBeanOnlyLosesItsOwnSample() throws IOException {
        MetricBean broken = node.add("type=Storage,name=Load", MetricBean.counter(1));
        broken.attributes.clear();
        node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        Source source = new Source(Map.of());
        assertThat(source.scrape())
                .contains("cassandra_storage_exceptions_total 2\n")
                .doesNotContain("\ncassandra_storage_load_bytes ");
        assertThat(source.bridge.errors().get("storage").sum()).isEqualTo(1);
    }

    @Test
    void excludedTablesAreNotRead() throws IOException {
        MetricBean excluded = node.add(TABLE + "LiveSSTableCount", MetricBean.gauge(4));
        new Source(Map.of("metrics.keyspaces.exclude", "ks")).scrape();
        assertThat(excluded.calls).isEmpty();
    }

    @Test
    void beanThatHangsDoesNotDelayTheOthers() throws Exception {
        List<MetricBean> hanging = new ArrayList<>();
        CountDownLatch hung = new CountDownLatch(1);
        for (int i = 0; i < 3; i++)
            hanging.add(node.add("type=Table,keyspace=ks,scope=h" + i + ",name=LiveSSTableCount", MetricBean.gauge(1)));
        for (int i = 0; i < 50; i++)
            node.add("type=Table,keyspace=ks,scope=t" + i + ",name=LiveSSTableCount", MetricBean.gauge(i));
        Source source = new Source(Map.of());
        source.scrape();
        hanging.forEach(bean -> bean.hung = hung);
        String scraped = scrapeAfterSharing(source);
        for (int i = 0; i < 50; i++) assertThat(scraped).contains("table=\"t" + i + "\"} " + i + "\n");
        assertThat(source.jmx.slow()).isEqualTo(3);
        hung.countDown();
        // The pause before the next read of a slow MBean is at least ten times as long as its last read.
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            source.jmx.readSlow();
            assertThat(source.jmx.slow()).isZero();
        });
        assertThat(scrapeAfterSharing(source)).contains("table=\"h0\"} 1\n");
    }

    @Test
    void fetchTimeoutKeepsTheConnection() throws Exception {
        CountDownLatch hung = new CountDownLatch(1);
        List<MetricBean> beans = new ArrayList<>();
        for (int i = 0; i < 20; i++)
            beans.add(node.add("type=Table,keyspace=ks,scope=t" + i + ",name=LiveSSTableCount", MetricBean.gauge(i)));
        connection.close();
        connection = node.connect(new JmxLimits(30_000, 2_000, 3));
        Source source = new Source(Map.of());
        source.scrape();
        beans.forEach(bean -> bean.hung = hung);
        assertThatThrownBy(() -> scrapeAfterSharing(source))
                .isInstanceOf(FetchTimeoutException.class)
                .hasMessageContaining("jmx.fetch-timeout");
        hung.countDown();
        Awaitility.await().untilAsserted(() -> {
            source.jmx.readSlow();
            assertThat(scrapeAfterSharing(source)).contains("table=\"t19\"} 19\n");
        });
    }

    @Test
    void lostConnectionStaysLost() throws IOException {
        node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        Source source = new Source(Map.of());
        node.close();
        assertThatThrownBy(source.jmx::fetch)
                .isInstanceOf(NodeUnreachableException.class)
                .hasMessageContaining(node.address().toString());
        assertThatThrownBy(source.jmx::follow).isInstanceOf(NodeUnreachableException.class);
        node = JmxServer.start();
    }
}
