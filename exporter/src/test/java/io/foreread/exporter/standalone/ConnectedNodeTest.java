package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.cassandra.PeerCounts;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.JmxThreads;
import io.foreread.exporter.jmx.MetricBean;
import io.foreread.exporter.jmx.NodeConnections;
import io.foreread.exporter.jmx.ParallelReads;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks which calls a connected node makes. */
class ConnectedNodeTest {
    private final JmxThreads threads = new JmxThreads();
    private JmxServer server;
    private NodeConnections connections;
    private ConnectedNode node;

    @BeforeEach
    void connect() throws IOException {
        server = JmxServer.start();
        server.add("type=Storage,name=Exceptions", MetricBean.counter(2));
        connections = NodeConnections.open(
                server.address(), new JmxAccess(null, null, false, new JmxLimits(10_000, 10_000, 4)));
        node = new ConnectedNode(
                connections,
                new ParallelReads(threads.of(JmxThreads.Work.CALL)),
                MetricsConfig.defaults(),
                BuildInfo.ofThisJar(),
                List.of(),
                PeerCounts.NONE);
    }

    @AfterEach
    void close() throws IOException {
        node.close();
        threads.close();
        server.close();
    }

    /** The page of the exporter has the summaries of all nodes. */
    @Test
    void summaryDoesNotCallTheNode() {
        long before = connections.calls();
        assertThat(node.summary()).isEqualTo("1 MBeans");
        assertThat(connections.calls()).isEqualTo(before);
    }

    /** With a round trip of 20 ms, thousands of sequential reads would take minutes. */
    @Test
    void bucketsAreReadConcurrentlyBeforeTheFirstScrape() throws IOException, NodeUnreachableException {
        MetricBean.Meeting meeting = new MetricBean.Meeting();
        List<MetricBean> timers = new ArrayList<>();
        for (String scope : List.of("Read", "Write", "RangeSlice", "CASRead")) {
            MetricBean timer = MetricBean.timer(1, new long[165]);
            timer.values[63] = 1;
            timer.together = meeting;
            timers.add(server.add("type=ClientRequest,scope=" + scope + ",name=Latency", timer));
        }
        node.reconfigure(MetricsConfig.defaults());
        assertThat(meeting.happened).isTrue();
        assertThat(timers).allSatisfy(timer -> assertThat(timer.calls).containsOnlyOnce("values()"));
    }

    @Test
    void callsOfAllSourcesAreCounted() throws IOException {
        long before = connections.calls();
        connections.server().getMBeanCount();
        connections.backgroundServer().getMBeanCount();
        assertThat(connections.calls()).isEqualTo(before + 2);
    }

    @Test
    void callsAreCountedOnAfterAChangeOfTheConfiguration() throws IOException, NodeUnreachableException {
        long before = connections.calls();
        node.reconfigure(MetricsConfig.defaults());
        assertThat(connections.calls()).isGreaterThan(before);
    }
}
