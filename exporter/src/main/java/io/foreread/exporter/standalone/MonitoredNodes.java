package io.foreread.exporter.standalone;

import io.foreread.exporter.catalog.JmxMetrics;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.http.NotServedException;
import io.foreread.exporter.http.Site;
import io.foreread.exporter.http.TargetsPage;
import io.foreread.exporter.own.JvmMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves all nodes at one endpoint. A single node is at {@code /metrics}. Several nodes are at
 * {@code /metrics?target=host:port}, and {@code /metrics} has the metrics of the exporter itself. Thread-safe.
 */
final class MonitoredNodes implements Site, AutoCloseable {
    private final List<Node> nodes;
    private final BuildInfo build;
    private final Exposition own;
    private final JvmMetrics jvm = new JvmMetrics();

    MonitoredNodes(List<Node> nodes, BuildInfo build) {
        this.nodes = nodes;
        this.build = build;
        own = new Exposition(build);
        own.bind(jvm);
        own.add(new NodeStates());
    }

    @Override
    public void add(MetricSource requests) {
        own.add(requests);
    }

    @Override
    public Exposition exposition(@Nullable String target) throws NotServedException {
        if (target == null) return nodes.size() == 1 ? nodes.get(0).read() : own;
        for (Node node : nodes) if (node.name().equals(target)) return node.read();
        throw new NotServedException(
                404, "no node of that name is configured; / lists them, and nodes or --jmx adds one");
    }

    @Override
    public int maxWaiting() {
        return nodes.size() * Node.MAX_READERS;
    }

    @Override
    public String page() {
        return TargetsPage.html(build, nodes);
    }

    @Override
    public @Nullable String notReady() {
        for (Node node : nodes) if (node.up()) return null;
        return nodes.size() == 1 ? nodes.get(0).problem() : "no node answers";
    }

    @Override
    public void close() {
        jvm.close();
        nodes.forEach(Node::close);
    }

    private final class NodeStates implements MetricSource {
        @Override
        public String name() {
            return "nodes";
        }

        @Override
        public void collect(MetricSink sink) {
            for (Node node : nodes) {
                sink.sample(JmxMetrics.NODE_UP, node.up() ? 1 : 0, node.name());
                sink.sample(JmxMetrics.CONNECTIONS, node.connections(), node.name());
            }
        }
    }
}
