package io.foreread.exporter.standalone;

import io.foreread.exporter.jmx.JmxServer;
import io.foreread.exporter.jmx.MetricBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that sums over peers of a running exporter do not decrease. */
class PeerSumsTest {
    @TempDir
    private Path directory;

    @Test
    void sumOfPeersDoesNotDecreaseWhenANodeRestartsWithoutTheMetricsOfAPeer() throws Exception {
        String timeouts = "type=Connection,name=Timeouts,scope=10.0.0.";
        String sum = "\ncassandra_internode_peer_timeouts_total{datacenter=\"\"} ";
        JmxServer node = JmxServer.start();
        node.add(timeouts + "2_7000", MetricBean.counter(3));
        node.add(timeouts + "3_7000", MetricBean.counter(4));
        int port = node.address().port();
        Path config = Files.writeString(directory.resolve("exporter.yaml"), "metrics: {peers: {level: datacenter}}\n");
        try (ChildExporter exporter =
                ChildExporter.start(directory, "--jmx", node.address().toString(), "--config", config.toString())) {
            exporter.await("metrics", 200, sum + "7\n");
            node.close();
            exporter.await("metrics", 200, "foreread_node_up{target=\"" + node.address() + "\"} 0");
            try (JmxServer again = new JmxServer(port, null, null)) {
                again.add(timeouts + "2_7000", MetricBean.counter(1));
                exporter.await("metrics", 200, sum + "8\n");
            }
        }
    }

    @Test
    void sumOfPeersDoesNotDecreaseWhenTheParametersOfTheConnectionChange() throws Exception {
        String timeouts = "type=Connection,name=Timeouts,scope=10.0.0.";
        String sum = "\ncassandra_internode_peer_timeouts_total{datacenter=\"\"} 7\n";
        Path targets = directory.resolve("targets.yaml");
        Path config = Files.writeString(
                directory.resolve("exporter.yaml"),
                "targets-file: " + targets + "\nmetrics: {peers: {level: datacenter}}\n");
        try (JmxServer node = JmxServer.start()) {
            node.add(timeouts + "2_7000", MetricBean.counter(3));
            node.add(timeouts + "3_7000", MetricBean.counter(4));
            String target = "- targets: [\"" + node.address() + "\"]\n";
            Files.writeString(targets, target);
            try (ChildExporter exporter = ChildExporter.start(directory, "--config", config.toString())) {
                exporter.await("metrics?target=" + node.address(), 200, sum);
                node.remove(timeouts + "3_7000");
                exporter.await("metrics?target=" + node.address(), 200, sum);
                Files.writeString(targets, target + "  labels: {__jmx_callers__: \"2\"}\n");
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> exporter.output().split(" is up: ").length == 3);
                exporter.await("metrics?target=" + node.address(), 200, sum);
            }
        }
    }
}
