package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.MetricBean;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that nodes that hang do not delay the others. */
class MonitoredNodesTest {
    private static final JmxAccess ACCESS = new JmxAccess(null, null, false, new JmxLimits(120_000, 60_000, 4));
    private static final String TABLE = "type=Table,keyspace=ks,scope=t";

    private final MonitoredNodes site = new MonitoredNodes(false, MetricsConfig.defaults(), BuildInfo.ofThisJar());
    private final List<JmxServer> servers = new ArrayList<>();
    private final CountDownLatch hung = new CountDownLatch(1);

    @AfterEach
    void close() throws IOException {
        hung.countDown();
        site.close();
        for (JmxServer server : servers) server.close();
    }

    private JmxServer start() throws IOException {
        JmxServer server = JmxServer.start();
        servers.add(server);
        return server;
    }

    private void monitorAll() {
        Map<Target, JmxAccess> targets = new LinkedHashMap<>();
        for (JmxServer server : servers) targets.put(Target.of(server.address()), ACCESS);
        site.monitor(targets);
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            for (JmxServer server : servers)
                assertThatCode(() -> site.exposition(server.address().toString()))
                        .doesNotThrowAnyException();
        });
    }

    /** After a change of the configuration, all values of a node are read, also those that scrapes do not read. */
    @Test
    void hungReconfigurationsOfManyNodesDoNotDelayTheFollowingOfTables() throws Exception {
        List<MetricBean> hungBeans = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            JmxServer server = start();
            server.add(TABLE + ",name=LiveSSTableCount", MetricBean.gauge(1));
            hungBeans.add(server.add(TABLE + ",name=PendingCompactions", MetricBean.gauge(1)));
        }
        JmxServer healthy = start();
        for (int i = 0; i < 10; i++) healthy.add(TABLE + i + ",name=LiveSSTableCount", MetricBean.gauge(1));
        monitorAll();
        hungBeans.forEach(bean -> {
            bean.calls.clear();
            bean.hung = hung;
        });
        site.reconfigure(MetricsConfig.defaults());
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        hungBeans.stream().filter(bean -> !bean.calls.isEmpty()).count() >= 8);
        for (int tables = 11; tables <= 12; tables++) {
            String summary = tables + " MBeans";
            assertThat(site.page()).doesNotContain(summary);
            healthy.add(TABLE + tables + ",name=LiveSSTableCount", MetricBean.gauge(1));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> site.page()
                    .contains(summary));
        }
    }

    @Test
    void hungNodesDoNotDelayTheEndOfTheExporter() throws Exception {
        for (int i = 0; i < 3; i++) start().hangOnClose(hung);
        monitorAll();
        assertTimeoutPreemptively(Duration.ofSeconds(20), site::close);
    }
}
