package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.MetricBean;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.JmxLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
                assertThatCode(() -> site.exposition(server.address().toString(), true, Long.MAX_VALUE))
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
    void unreachableNodesUseOtherThreadsThanNodesThatConnect() throws Exception {
        JmxAccess access = new JmxAccess(null, null, false, new JmxLimits(2_000, 60_000, 4));
        Map<Target, JmxAccess> targets = new LinkedHashMap<>();
        List<Socket> clients = new ArrayList<>();
        // Linux ignores further connections while the queue of a listener is full.
        try (ServerSocket full = new ServerSocket(0, 1)) {
            for (int i = 0; i < 4; i++) fill(full, clients);
            for (int i = 1; i <= 40; i++)
                targets.put(Target.of(HostPort.parse("127.0.1." + i + ":" + full.getLocalPort(), "")), access);
            site.monitor(targets);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() ->
                            connecting("foreread-connect-slow-\\d+") > 8 && connecting("foreread-connect-\\d+") == 0);
            JmxServer healthy = start();
            targets.put(Target.of(healthy.address()), access);
            site.monitor(targets);
            Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThatCode(
                            () -> site.exposition(healthy.address().toString(), true, Long.MAX_VALUE))
                    .doesNotThrowAnyException());
        } finally {
            for (Socket client : clients) client.close();
        }
    }

    private static void fill(ServerSocket listener, List<Socket> clients) throws IOException {
        Socket client = new Socket();
        clients.add(client);
        try {
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()), 200);
        } catch (SocketTimeoutException e) {
            // The queue is full.
        }
    }

    /** Returns the number of threads with this name that connect to a node. */
    private static long connecting(String name) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().matches(name))
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().equals(JmxConnection.class.getName())))
                .count();
    }

    @Test
    void hungNodesDoNotDelayTheEndOfTheExporter() throws Exception {
        for (int i = 0; i < 3; i++) start().hangOnClose(hung);
        monitorAll();
        assertTimeoutPreemptively(Duration.ofSeconds(20), site::close);
    }
}
