package io.foreread.exporter.standalone;

import io.foreread.exporter.Refresher;
import io.foreread.exporter.cassandra.PeerCounts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.http.NotServedException;
import io.foreread.exporter.http.TargetsPage;
import io.foreread.exporter.jmx.FetchTimeoutException;
import io.foreread.exporter.jmx.JmxThreads;
import io.foreread.exporter.jmx.JmxThreads.Work;
import io.foreread.exporter.jmx.NodeConnections;
import io.foreread.exporter.jmx.ParallelReads;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.source.MetricSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A monitored node. Connects and reconnects in the background. A scrape never waits for a connection: it gets the
 * metrics of a connected node, or the reason why the node is down. Thread-safe.
 */
final class Node implements TargetsPage.Target, AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(Node.class);
    private static final long TICK_MILLIS = 1000;
    private static final long REFRESH_TICK_MILLIS = 2000;
    private static final long FOLLOW_MILLIS = 5000;

    /**
     * Maximum number of concurrent scrapes. The number is limited because each scrape occupies a thread of the
     * endpoint. One of them fetches the values, and the others share these values.
     */
    static final int MAX_READERS = 4;

    private static final long READER_WAIT_SECONDS = 1;

    private final HostPort address;
    private final JmxAccess access;
    private final BuildInfo build;
    private final List<MetricSource> additionalSources;
    private final JmxThreads threads;
    private final ParallelReads reads;
    private final List<JmxThreads.Repeated> tasks = new ArrayList<>();
    private final Refresher refresher;
    private final Semaphore readers = new Semaphore(MAX_READERS);
    private final AtomicReference<ConnectedNode> connected = new AtomicReference<>();
    /** What the sums of peers had counted when the last connection was lost. */
    private volatile PeerCounts peerCounts;

    private final AtomicInteger connections = new AtomicInteger();
    private volatile Map<String, String> labels;
    private volatile MetricsConfig metrics;
    private final ConnectAttempts attempts = new ConnectAttempts();
    private final NodeProblem problem;
    private volatile boolean closed;

    /**
     * @param additionalSources sources of the exporter's own metrics, which are exported together with the metrics of
     *     the node
     * @param threads the threads, which all nodes share
     * @param peerCounts what the sums of peers had counted with the former parameters of the connection
     */
    Node(
            Target target,
            JmxAccess access,
            MetricsConfig metrics,
            BuildInfo build,
            List<MetricSource> additionalSources,
            JmxThreads threads,
            PeerCounts peerCounts) {
        address = target.address();
        problem = new NodeProblem(address);
        labels = target.labels();
        this.access = access;
        this.metrics = metrics;
        this.build = build;
        this.additionalSources = additionalSources;
        this.threads = threads;
        this.peerCounts = peerCounts;
        reads = new ParallelReads(threads.of(Work.CALL));
        refresher = new Refresher("foreread-" + address + "-reader");
    }

    /** Starts to connect. Has no effect on a node that was started before. */
    synchronized void start() {
        if (!tasks.isEmpty()) return;
        repeat(Work.CONNECT, TICK_MILLIS, () -> connectIfDue(false));
        repeat(Work.CONNECT_SLOW, TICK_MILLIS, () -> connectIfDue(true));
        repeat(Work.FOLLOW, FOLLOW_MILLIS, whenConnected(this::follow));
        repeat(Work.RECONFIGURE, TICK_MILLIS, whenConnected(this::reconfigureIfChanged));
        repeat(Work.REFRESH, REFRESH_TICK_MILLIS, whenConnected(node -> node.refresh(refresher)));
        repeat(
                Work.FACTS,
                NodeFactsSource.LIVE_PERIOD.toMillis(),
                whenConnected(node -> node.startFacts(refresher, Refresh.LIVE)));
        repeat(Work.RETRY, REFRESH_TICK_MILLIS, whenConnected(ConnectedNode::readSlow));
    }

    private void repeat(Work work, long millis, Runnable task) {
        tasks.add(threads.repeat(work, millis, new GuardedTask(address, task)));
    }

    private Runnable whenConnected(Consumer<ConnectedNode> task) {
        return () -> {
            ConnectedNode node = connected.get();
            if (node != null) task.accept(node);
        };
    }

    /** @param slow whether the calling thread is for nodes whose last attempt took long */
    private void connectIfDue(boolean slow) {
        if (connected.get() != null || closed || !attempts.isDue(slow)) return;
        attempts.begin();
        boolean successful = false;
        try {
            connect();
            successful = true;
        } catch (NodeUnreachableException e) {
            if (problem.set(e)) logger.warn("{}", problem.message());
        } catch (RuntimeException | LinkageError e) {
            boolean isNew = problem.set(
                    new NodeUnreachableException("internal error: " + e, "internal error of the exporter", e));
            if (isNew) logger.warn("{}", problem.message(), e);
        } finally {
            attempts.end(successful);
        }
    }

    /** Returns what the sums of peers have counted until now. */
    PeerCounts peerCounts() {
        synchronized (connected) {
            ConnectedNode node = connected.get();
            return node == null ? peerCounts : node.peerCounts();
        }
    }

    private void follow(ConnectedNode node) {
        try {
            node.follow();
        } catch (NodeUnreachableException e) {
            lost(node, e);
        }
    }

    private void reconfigureIfChanged(ConnectedNode node) {
        MetricsConfig now = metrics;
        if (now == node.metrics()) return;
        try {
            node.reconfigure(now);
        } catch (NodeUnreachableException e) {
            lost(node, e);
        }
    }

    private void connect() throws NodeUnreachableException {
        NodeConnections open = NodeConnections.open(address, access);
        ConnectedNode node;
        try {
            node = new ConnectedNode(open, reads, metrics, build, additionalSources, peerCounts);
        } catch (Throwable e) {
            open.close();
            throw e;
        }
        connections.incrementAndGet();
        connected.set(node);
        problem.clear();
        if (closed) close();
        else logger.info("{} is up: {}", address, node.summary());
    }

    /** Has an effect only for the first thread that detects the loss. */
    private void lost(ConnectedNode node, NodeUnreachableException reason) {
        if (!disconnect(node)) return;
        problem.set(reason);
        logger.warn("{}", problem.message());
        // The node is closed on another thread, because the caller can be a scrape.
        threads.of(Work.CONNECT_SLOW).execute(node::close);
    }

    /** @return false if another thread has disconnected the node before */
    private boolean disconnect(ConnectedNode node) {
        synchronized (connected) {
            if (connected.get() != node) return false;
            // Before the next attempt to connect can start.
            peerCounts = node.peerCounts();
            return connected.compareAndSet(node, null);
        }
    }

    /**
     * @param complete whether the scrape has no name filter
     * @param limitNanos the maximum time for reading the values
     * @throws NotServedException if the node is down, is still being read for earlier scrapes, or cannot be read in
     *     time
     */
    Exposition read(boolean complete, long limitNanos) throws NotServedException {
        ConnectedNode node = connected.get();
        if (node == null) throw down();
        if (!admitted())
            throw new NotServedException(
                    503,
                    address
                            + " is still being read for earlier scrapes: increase jmx.callers, export fewer metrics or scrape"
                            + " less often");
        try {
            return node.read(complete, limitNanos);
        } catch (NodeUnreachableException e) {
            lost(node, e);
            throw down();
        } catch (FetchTimeoutException e) {
            throw new NotServedException(503, address + ": " + e.getMessage());
        } finally {
            readers.release();
        }
    }

    private boolean admitted() {
        try {
            return readers.tryAcquire(READER_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private NotServedException down() {
        return new NotServedException(503, address + ": " + problem.summary());
    }

    void reconfigure(MetricsConfig newMetrics) {
        metrics = newMetrics;
    }

    JmxAccess access() {
        return access;
    }

    Map<String, String> labels() {
        return labels;
    }

    void label(Map<String, String> newLabels) {
        labels = newLabels;
    }

    int connections() {
        return connections.get();
    }

    boolean up() {
        return connected.get() != null;
    }

    @Override
    public String name() {
        return address.toString();
    }

    @Override
    public @Nullable String problem() {
        return up() ? null : problem.summary();
    }

    @Override
    public String summary() {
        ConnectedNode node = connected.get();
        return node == null ? "" : node.summary();
    }

    /**
     * Ends the tasks of the node and closes its connections. If an attempt to connect is running, that attempt closes
     * its connection at its end.
     */
    @Override
    public synchronized void close() {
        closed = true;
        tasks.forEach(JmxThreads.Repeated::close);
        refresher.close();
        ConnectedNode node = connected.getAndSet(null);
        if (node != null) node.close();
    }
}
