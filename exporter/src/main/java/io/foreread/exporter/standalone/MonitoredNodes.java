package io.foreread.exporter.standalone;

import io.foreread.exporter.cassandra.PeerCounts;
import io.foreread.exporter.catalog.JmxMetrics;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.http.NotServedException;
import io.foreread.exporter.http.Site;
import io.foreread.exporter.http.TargetsPage;
import io.foreread.exporter.jmx.JmxThreads;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.mbean.JvmSource;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.own.JvmMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves all nodes at one endpoint. The path {@code /metrics?target=host:port} has the metrics of a node,
 * {@code /metrics} the exporter's own metrics. If there is a single node, {@code /metrics} has the metrics of the node
 * instead of the metrics of the exporter's JVM. Thread-safe.
 */
final class MonitoredNodes implements Site, AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(MonitoredNodes.class);
    /** Limits the threads of the endpoint. Further scrapes of nodes are rejected. */
    private static final int MAX_WAITING = 256;

    private static final int CLOSING_THREADS = 64;
    private static final long CLOSE_SECONDS = 5;

    private final boolean single;
    private final BuildInfo build;
    private final JmxThreads threads = new JmxThreads();
    private final JvmMetrics garbageCollection = new JvmMetrics();
    private final JvmSource jvm;
    /**
     * The sources of the exporter's own metrics, without the metrics of its JVM, which have the same names as the
     * metrics of a node's JVM.
     */
    private final List<MetricSource> aboutNodes = new CopyOnWriteArrayList<>();

    /** The exporter's own metrics and the metrics of its JVM. */
    private final Exposition own;
    /** The exporter's own metrics without the metrics of its JVM, exported while the single node is down. */
    private final Exposition withoutJvm;

    /** Limits the scrapes that wait for nodes, if there are several nodes. A single node has its own limit. */
    private final Semaphore waiting = new Semaphore(MAX_WAITING);

    private volatile Map<String, Node> nodes = Collections.emptyMap();
    private volatile MetricsConfig metrics;

    /** @param single whether there is exactly one node, and the node never changes */
    MonitoredNodes(boolean single, MetricsConfig metrics, BuildInfo build) {
        this.single = single;
        this.metrics = metrics;
        this.build = build;
        own = new Exposition(build);
        withoutJvm = new Exposition(build);
        own.bind(garbageCollection);
        jvm = JvmSource.ofThisJvm(metrics);
        own.add(jvm);
        threads.repeat(JmxThreads.Work.FACTS, NodeFactsSource.LIVE_PERIOD.toMillis(), jvm::readFiles);
        add(new NodeStates());
    }

    @Override
    public void add(MetricSource source) {
        aboutNodes.add(source);
        own.add(source);
        withoutJvm.add(source);
    }

    /**
     * Replaces the nodes. A node whose address and connection parameters have not changed keeps its connections.
     *
     * @param targets the nodes with the parameters of their connections; equal parameters must be the same object
     */
    synchronized void monitor(Map<Target, JmxAccess> targets) {
        Map<String, Node> before = nodes;
        Map<String, Node> now = new LinkedHashMap<>();
        targets.forEach((target, access) -> {
            Node node = before.get(target.address().toString());
            if (node == null || node.access() != access) {
                PeerCounts counts = node == null ? PeerCounts.NONE : node.peerCounts();
                node = new Node(
                        target, access, metrics, build, single ? aboutNodes : Collections.emptyList(), threads, counts);
            } else node.label(target.labels());
            now.put(node.name(), node);
        });
        nodes = Collections.unmodifiableMap(now);
        before.values().stream().filter(node -> now.get(node.name()) != node).forEach(this::close);
        now.values().forEach(Node::start);
    }

    /** Closes the node on another thread, because a node that hangs delays the close. */
    private void close(Node node) {
        threads.of(JmxThreads.Work.CONNECT_SLOW).execute(node::close);
    }

    synchronized void reconfigure(MetricsConfig newMetrics) {
        metrics = newMetrics;
        jvm.configure(newMetrics);
        nodes.values().forEach(node -> node.reconfigure(newMetrics));
    }

    @Override
    public Exposition exposition(@Nullable String target, boolean complete, long limitNanos) throws NotServedException {
        if (target != null) return read(node(target), complete, limitNanos);
        if (!single) return own;
        Node node = nodes.values().iterator().next();
        try {
            return node.read(complete, limitNanos);
        } catch (NotServedException e) {
            if (node.up()) throw e;
            // The scrape does not fail, so that a node that is down can be distinguished from an exporter that is down.
            return withoutJvm;
        }
    }

    private Exposition read(Node node, boolean complete, long limitNanos) throws NotServedException {
        if (!waiting.tryAcquire())
            throw new NotServedException(
                    503,
                    MAX_WAITING + " scrapes wait for nodes, so no thread is left for " + node.name()
                            + "; retry later. If nodes are slow, increase jmx.callers or export fewer metrics");
        try {
            return node.read(complete, limitNanos);
        } finally {
            waiting.release();
        }
    }

    private Node node(String name) throws NotServedException {
        Node node = nodes.get(name);
        if (node != null) return node;
        throw new NotServedException(
                404,
                "no node with this name is configured; the page / lists the nodes, and the settings nodes and"
                        + " targets-file and the option --jmx add nodes");
    }

    @Override
    public Exposition ownExposition() {
        return own;
    }

    @Override
    public int maxWaiting() {
        return single ? Node.MAX_READERS : MAX_WAITING;
    }

    @Override
    public String page() {
        return TargetsPage.html(build, new ArrayList<>(nodes.values()));
    }

    @Override
    public @Nullable String notReady() {
        Map<String, Node> all = nodes;
        for (Node node : all.values()) if (node.up()) return null;
        return single ? all.values().iterator().next().problem() : "no node answers";
    }

    @Override
    public void close() {
        garbageCollection.close();
        threads.close();
        closeAll(nodes.values());
    }

    /** Closes the nodes concurrently. Does not wait for long for nodes that hang, because the exporter ends. */
    private static void closeAll(Collection<Node> nodes) {
        ExecutorService closing = Executors.newFixedThreadPool(CLOSING_THREADS, task -> {
            Thread thread = new Thread(task, "foreread-close");
            thread.setDaemon(true);
            return thread;
        });
        nodes.forEach(node -> closing.execute(node::close));
        closing.shutdown();
        try {
            if (!closing.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS))
                logger.debug("connections to nodes that hang are not closed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class NodeStates implements MetricSource {
        @Override
        public String name() {
            return "nodes";
        }

        @Override
        public void collect(MetricSink sink) {
            Map<String, Node> all = nodes;
            // All samples of a family must have the same label names. An empty label value means the same as no label.
            TreeSet<String> names = new TreeSet<>();
            all.values().forEach(node -> names.addAll(node.labels().keySet()));
            List<String> labelNames = new ArrayList<>(JmxMetrics.NODE_UP.labelNames());
            labelNames.addAll(names);
            Metric nodeUp = JmxMetrics.nodeUp(labelNames);
            for (Node node : all.values()) {
                List<String> values = new ArrayList<>(Arrays.asList(node.name()));
                for (String name : names) values.add(node.labels().getOrDefault(name, ""));
                sink.sample(nodeUp, node.up() ? 1 : 0, values.toArray(new String[0]));
                sink.sample(JmxMetrics.CONNECTIONS, node.connections(), node.name());
            }
        }
    }
}
