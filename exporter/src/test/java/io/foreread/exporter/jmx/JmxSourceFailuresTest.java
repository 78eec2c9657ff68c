package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks scrapes of MBeans that hang or cannot be read, and of a node that is down. */
class JmxSourceFailuresTest {
    private JmxNode node;

    @BeforeEach
    void connect() throws IOException {
        node = new JmxNode();
    }

    @AfterEach
    void close() throws IOException {
        node.close();
    }

    @Test
    void unreadableBeanOnlyLosesItsOwnSample() throws IOException {
        MetricBean broken = node.add("type=Storage,name=Load", MetricBean.counter(1));
        broken.attributes.clear();
        node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        JmxNode.Source source = node.source(Map.of());
        assertThat(source.scrape())
                .contains("cassandra_storage_exceptions_total 2\n")
                .doesNotContain("\ncassandra_storage_load_bytes ");
        assertThat(source.bridge.errors().get("storage").sum()).isEqualTo(1);
    }

    @Test
    void beanThatHangsDoesNotDelayTheOthers() throws Exception {
        List<MetricBean> hanging = new ArrayList<>();
        CountDownLatch hung = new CountDownLatch(1);
        for (int i = 0; i < 3; i++)
            hanging.add(node.add("type=Table,keyspace=ks,scope=h" + i + ",name=LiveSSTableCount", MetricBean.gauge(1)));
        for (int i = 0; i < 50; i++)
            node.add("type=Table,keyspace=ks,scope=t" + i + ",name=LiveSSTableCount", MetricBean.gauge(i));
        JmxNode.Source source = node.source(Map.of());
        source.scrape();
        hanging.forEach(bean -> bean.hung = hung);
        String scraped = source.scrapeAfterSharing();
        for (int i = 0; i < 50; i++) assertThat(scraped).contains("table=\"t" + i + "\"} " + i + "\n");
        assertThat(source.jmx.slow()).isEqualTo(3);
        hung.countDown();
        // The pause before the next read of a slow MBean is at least ten times as long as its last read.
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            source.jmx.readSlow();
            assertThat(source.jmx.slow()).isZero();
        });
        assertThat(source.scrapeAfterSharing()).contains("table=\"h0\"} 1\n");
    }

    private List<MetricBean> twentyTables() {
        List<MetricBean> beans = new ArrayList<>();
        for (int i = 0; i < 20; i++)
            beans.add(node.add("type=Table,keyspace=ks,scope=t" + i + ",name=LiveSSTableCount", MetricBean.gauge(i)));
        return beans;
    }

    /** Scrapers state their timeout, and do not wait longer. */
    @Test
    void fetchEndsAtTheTimeoutOfItsScrapeAlsoBehindAnotherFetch() throws Exception {
        CountDownLatch hung = new CountDownLatch(1);
        List<MetricBean> beans = twentyTables();
        node.reconnect(new JmxLimits(30_000, 20_000, 3));
        JmxNode.Source source = node.source(Map.of());
        source.scrapeAfterSharing();
        beans.forEach(bean -> {
            bean.calls.clear();
            bean.hung = hung;
        });
        // The next fetch does not share the values of the scrape above.
        Awaitility.await().pollDelay(Duration.ofMillis(1100)).until(() -> true);
        CompletableFuture<String> patient = CompletableFuture.supplyAsync(() -> {
            try {
                return source.scrape();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Awaitility.await().until(() -> beans.stream().anyMatch(bean -> !bean.calls.isEmpty()));
        assertThatThrownBy(() -> source.jmx.fetch(true, TimeUnit.MILLISECONDS.toNanos(200)))
                .isInstanceOf(FetchTimeoutException.class)
                .hasMessageContaining("20 MBeans could not be read in 0.2 s");
        assertThat(patient).isNotDone();
        hung.countDown();
        assertThat(patient.join()).contains("table=\"t0\"} 0\n");
    }

    @Test
    void fetchTimeoutKeepsTheConnection() throws Exception {
        CountDownLatch hung = new CountDownLatch(1);
        List<MetricBean> beans = twentyTables();
        node.reconnect(new JmxLimits(30_000, 2_000, 3));
        JmxNode.Source source = node.source(Map.of());
        source.scrape();
        beans.forEach(bean -> bean.hung = hung);
        assertThatThrownBy(source::scrapeAfterSharing)
                .isInstanceOf(FetchTimeoutException.class)
                .hasMessageContaining("jmx.fetch-timeout");
        hung.countDown();
        Awaitility.await().untilAsserted(() -> {
            source.jmx.readSlow();
            assertThat(source.scrapeAfterSharing()).contains("table=\"t19\"} 19\n");
        });
    }

    @Test
    void lostConnectionStaysLost() throws IOException {
        node.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        JmxNode.Source source = node.source(Map.of());
        node.stop();
        assertThatThrownBy(() -> source.jmx.fetch(true, Long.MAX_VALUE))
                .isInstanceOf(NodeUnreachableException.class)
                .hasMessageContaining(node.address().toString());
        assertThatThrownBy(source.jmx::follow).isInstanceOf(NodeUnreachableException.class);
    }
}
