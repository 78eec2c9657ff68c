package io.foreread.exporter.standalone;

import io.foreread.exporter.Refresher;
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
    private static final long MIN_PAUSE_SECONDS = 1;
    private static final long MAX_PAUSE_SECONDS = 30;

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
    private final AtomicInteger connections = new AtomicInteger();
    private volatile Map<String, String> labels;
    private volatile MetricsConfig metrics;
    private volatile @Nullable NodeUnreachableException problem;
    private volatile boolean closed;
    /** The time of the next attempt to connect. */
    private volatile long connectNanos = System.nanoTime();
    /** Used only by the thread that connects. */
    private long pauseSeconds;

    /**
     * @param additionalSources sources of the exporter's own metrics, which are exported together with the metrics of
     *     the node
     * @param threads the threads, which all nodes share
     */
    Node(
            Target target,
            JmxAccess access,
            MetricsConfig metrics,
            BuildInfo build,
            List<MetricSource> additionalSources,
            JmxThreads threads) {
        address = target.address();
        labels = target.labels();
        this.access = access;
        this.metrics = metrics;
        this.build = build;
        this.additionalSources = additionalSources;
        this.threads = threads;
        reads = new ParallelReads(threads.of(Work.CALL));
        refresher = new Refresher("foreread-" + address + "-reader");
    }

    synchronized void start() {
        repeat(Work.CONNECT, TICK_MILLIS, this::connectIfDue);
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
        tasks.add(threads.repeat(work, millis, () -> guarded(task)));
    }

    private Runnable whenConnected(Consumer<ConnectedNode> task) {
        return () -> {
            ConnectedNode node = connected.get();
            if (node != null) task.accept(node);
        };
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            logger.warn("{}: internal error", address, e);
        }
    }

    private void connectIfDue() {
        if (connected.get() != null || closed || System.nanoTime() - connectNanos < 0) return;
        try {
            connect();
        } catch (NodeUnreachableException e) {
            if (isNew(e)) logger.warn("{}", message(e));
            retryLater(e);
        } catch (RuntimeException | LinkageError e) {
            NodeUnreachableException reason =
                    new NodeUnreachableException("internal error: " + e, "internal error of the exporter", e);
            if (isNew(reason)) logger.warn("{}", message(reason), e);
            retryLater(reason);
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
            node = new ConnectedNode(open, reads, metrics, build, additionalSources);
        } catch (NodeUnreachableException | RuntimeException | LinkageError e) {
            open.close();
            throw e;
        }
        pauseSeconds = 0;
        connections.incrementAndGet();
        connected.set(node);
        problem = null;
        if (closed) close();
        else logger.info("{} is up: {}", address, node.summary());
    }

    /** Has an effect only for the first thread that detects the loss. */
    private void lost(ConnectedNode node, NodeUnreachableException reason) {
        if (!connected.compareAndSet(node, null)) return;
        problem = reason;
        logger.warn("{}", message(reason));
        // The node is closed on another thread, because the caller can be a scrape.
        threads.of(Work.CONNECT).execute(node::close);
    }

    private void retryLater(NodeUnreachableException reason) {
        problem = reason;
        pauseSeconds = Math.min(Math.max(MIN_PAUSE_SECONDS, 2 * pauseSeconds), MAX_PAUSE_SECONDS);
        connectNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(pauseSeconds);
    }

    /** Each reason is logged once, because a node can be down for days. */
    private boolean isNew(NodeUnreachableException reason) {
        NodeUnreachableException before = problem;
        return before == null || !message(reason).equals(message(before));
    }

    /** Returns the message, with the address of the node in front if the message does not begin with it. */
    private String message(NodeUnreachableException reason) {
        String message = String.valueOf(reason.getMessage());
        return message.startsWith(address + " ") ? message : address + ": " + message;
    }

    /**
     * @throws NotServedException if the node is down, is still being read for earlier scrapes, or cannot be read in
     *     time
     */
    Exposition read() throws NotServedException {
        ConnectedNode node = connected.get();
        if (node == null) throw down();
        if (!admitted())
            throw new NotServedException(
                    503,
                    address
                            + " is still being read for earlier scrapes: increase jmx.callers, export fewer metrics or scrape"
                            + " less often");
        try {
            return node.read();
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
        return new NotServedException(503, address + ": " + summaryOfProblem());
    }

    /** Returns the problem without details, because every client of the endpoint can read it. */
    private String summaryOfProblem() {
        NodeUnreachableException reason = problem;
        return reason == null ? "not connected yet" : reason.summary() + "; the log of the exporter has the details";
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
        return up() ? null : summaryOfProblem();
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
