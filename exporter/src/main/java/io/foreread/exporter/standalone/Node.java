package io.foreread.exporter.standalone;

import io.foreread.exporter.Refresher;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.http.NotServedException;
import io.foreread.exporter.http.TargetsPage;
import io.foreread.exporter.jmx.JmxAccess;
import io.foreread.exporter.jmx.JmxConnection;
import io.foreread.exporter.jmx.NodeUnreachableException;
import io.foreread.exporter.jmx.ParallelReads;
import io.foreread.exporter.mbean.NodeFactsSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A monitored node. Connects and reconnects on its own threads. A scrape never waits for a connection: it gets the
 * metrics of a connected node, or the reason why the node is down. Thread-safe.
 */
final class Node implements TargetsPage.Target, AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(Node.class);
    private static final long TICK_MILLIS = 500;
    private static final long REFRESH_TICK_MILLIS = 2000;
    private static final long FOLLOW_SECONDS = 5;
    private static final long MIN_PAUSE_SECONDS = 1;
    private static final long MAX_PAUSE_SECONDS = 30;

    /**
     * Maximum number of concurrent scrapes, which occupy threads of the endpoint: one fetches, the others share its
     * values.
     */
    static final int MAX_READERS = 4;

    private static final long READER_WAIT_SECONDS = 1;

    private final HostPort address;
    private final JmxAccess access;
    private final BuildInfo build;
    private final ParallelReads reads;
    private final ScheduledExecutorService threads;
    private final Refresher refresher;
    private final Semaphore readers = new Semaphore(MAX_READERS);
    private final AtomicReference<ConnectedNode> connected = new AtomicReference<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile MetricsConfig metrics;
    private volatile @Nullable String problem;
    /** Used by the watching thread only. */
    private long pauseSeconds;

    /** The time of the next attempt to connect, or of the next check for new tables. */
    private long nextNanos;

    private @Nullable MetricsConfig current;

    Node(HostPort address, JmxAccess access, MetricsConfig metrics, BuildInfo build) {
        this.address = address;
        this.access = access;
        this.metrics = metrics;
        this.build = build;
        problem = address + " is not connected yet";
        reads = new ParallelReads(address.toString(), access.callers());
        refresher = new Refresher("foreread-" + address + "-reader");
        threads = Executors.newScheduledThreadPool(3, task -> {
            Thread thread = new Thread(task, "foreread-" + address);
            thread.setDaemon(true);
            return thread;
        });
    }

    void start() {
        nextIn(0);
        // Separate threads, so that none of these delays another.
        repeat(this::watch, TICK_MILLIS);
        repeat(this::refresh, REFRESH_TICK_MILLIS);
        repeat(() -> startFacts(Refresh.LIVE), NodeFactsSource.LIVE_PERIOD.toMillis());
    }

    private void repeat(Runnable task, long millis) {
        threads.scheduleWithFixedDelay(() -> guarded(task), 0, millis, TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            // An exception would end the schedule.
            logger.warn("{}: internal error", address, e);
        }
    }

    private void watch() {
        ConnectedNode node = connected.get();
        try {
            if (node == null) {
                if (due()) connect();
            } else if (metrics != current) {
                reconfigure(node);
            } else if (due()) {
                nextIn(FOLLOW_SECONDS);
                node.follow();
            }
        } catch (NodeUnreachableException e) {
            if (node != null) lost(node, e);
            else fail(e);
        }
    }

    private boolean due() {
        return System.nanoTime() - nextNanos >= 0;
    }

    private void nextIn(long seconds) {
        nextNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    private void connect() throws NodeUnreachableException {
        MetricsConfig now = metrics;
        JmxConnection connection = JmxConnection.open(address, access);
        ConnectedNode node;
        try {
            node = new ConnectedNode(connection, reads, now, build);
        } catch (NodeUnreachableException | RuntimeException | LinkageError e) {
            connection.close();
            throw e;
        }
        current = now;
        pauseSeconds = 0;
        nextIn(FOLLOW_SECONDS);
        connections.incrementAndGet();
        connected.set(node);
        problem = null;
        logger.info("{} is up: {}", address, node.summary());
    }

    private void reconfigure(ConnectedNode node) throws NodeUnreachableException {
        MetricsConfig now = metrics;
        node.reconfigure(now);
        current = now;
    }

    private void refresh() {
        ConnectedNode node = connected.get();
        if (node == null) return;
        node.refresh(refresher);
    }

    private void startFacts(Refresh refresh) {
        ConnectedNode node = connected.get();
        if (node != null) node.startFacts(refresher, refresh);
    }

    /** Called by the first thread that notices. */
    private void lost(ConnectedNode node, NodeUnreachableException reason) {
        if (!connected.compareAndSet(node, null)) return;
        problem = words(reason);
        logger.warn("{}", problem);
        // On another thread, because the caller can be a scrape.
        threads.execute(node::close);
    }

    private void fail(NodeUnreachableException reason) {
        // Logged once per reason, because a node can be down for days.
        String words = words(reason);
        if (!words.equals(problem)) logger.warn("{}", words);
        problem = words;
        pauseSeconds = Math.min(Math.max(MIN_PAUSE_SECONDS, 2 * pauseSeconds), MAX_PAUSE_SECONDS);
        nextIn(pauseSeconds);
    }

    /** Adds the address of the node to messages without it. */
    private String words(NodeUnreachableException reason) {
        String words = String.valueOf(reason.getMessage());
        return words.startsWith(address + " ") ? words : address + ": " + words;
    }

    /** @throws NotServedException if the node is down, so that the scrape fails as with an agent */
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
        String reason = problem;
        return new NotServedException(503, reason == null ? address + " is connecting" : reason);
    }

    void reconfigure(MetricsConfig newMetrics) {
        metrics = newMetrics;
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
        return up() ? null : String.valueOf(problem);
    }

    @Override
    public String summary() {
        ConnectedNode node = connected.get();
        return node == null ? "" : node.summary();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        refresher.close();
        reads.close();
        ConnectedNode node = connected.getAndSet(null);
        if (node != null) node.close();
    }
}
