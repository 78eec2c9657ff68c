package io.foreread.exporter.standalone;

import io.foreread.exporter.BuildInfo;
import io.foreread.exporter.Refresher;
import io.foreread.exporter.catalog.Refresh;
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
 * One node: connects, and connects again while it is down, on threads of its own. A scrape never waits for a connection:
 * it gets what a connected node says, or the reason why there is none. Thread-safe.
 */
final class Node implements TargetsPage.Target, AutoCloseable {
    private static final Logger logger = LoggerFactory.getLogger(Node.class);
    private static final long TICK_MILLIS = 500;
    private static final long REFRESH_TICK_MILLIS = 2000;
    private static final long FOLLOW_SECONDS = 5;
    private static final long MIN_PAUSE_SECONDS = 1;
    private static final long MAX_PAUSE_SECONDS = 30;

    /** Scrapes at a time, each of which holds a thread of the endpoint: one that reads, and some that share what it reads. */
    static final int MAX_READERS = 4;

    private static final long READER_WAIT_SECONDS = 1;

    private final HostPort address;
    private final JmxAccess access;
    private final BuildInfo build;
    private final ParallelReads reads;
    private final ScheduledExecutorService threads;
    private final Refresher refresher = new Refresher();
    private final Semaphore readers = new Semaphore(MAX_READERS);
    private final AtomicReference<ConnectedNode> connected = new AtomicReference<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile MetricsConfig metrics;
    private volatile @Nullable String problem;
    /** Of the watching thread. */
    private long pauseSeconds;

    /** When to connect again, or to look for new tables. */
    private long nextNanos;

    private @Nullable MetricsConfig applied;

    Node(HostPort address, JmxAccess access, MetricsConfig metrics, BuildInfo build) {
        this.address = address;
        this.access = access;
        this.metrics = metrics;
        this.build = build;
        problem = address + " is not connected yet";
        reads = new ParallelReads(address.toString(), access.callers());
        threads = Executors.newScheduledThreadPool(3, task -> {
            Thread thread = new Thread(task, "foreread-" + address);
            thread.setDaemon(true);
            return thread;
        });
    }

    void start() {
        nextIn(0);
        // Apart: a refresh takes as long as it takes, and neither a node that is back nor what is live waits for it.
        repeat(this::watch, TICK_MILLIS);
        repeat(this::refresh, REFRESH_TICK_MILLIS);
        repeat(() -> readFacts(Refresh.LIVE), NodeFactsSource.LIVE_PERIOD.toMillis());
    }

    private void repeat(Runnable task, long millis) {
        threads.scheduleWithFixedDelay(() -> guarded(task), 0, millis, TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | LinkageError e) {
            // An exception would end the schedule for good.
            logger.warn("{}: internal error", address, e);
        }
    }

    private void watch() {
        ConnectedNode node = connected.get();
        try {
            if (node == null) {
                if (due()) connect();
            } else if (metrics != applied) {
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
        applied = now;
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
        applied = now;
    }

    private void refresh() {
        ConnectedNode node = connected.get();
        if (node == null) return;
        node.refresh(refresher::refresh);
        node.readFacts(Refresh.SLOW);
        node.readFacts(Refresh.RARE);
    }

    private void readFacts(Refresh refresh) {
        ConnectedNode node = connected.get();
        if (node != null) node.readFacts(refresh);
    }

    /** Called by the thread that notices it first. */
    private void lost(ConnectedNode node, NodeUnreachableException reason) {
        if (!connected.compareAndSet(node, null)) return;
        problem = words(reason);
        logger.warn("{}", problem);
        // Not on the caller's time: it may be a scrape.
        threads.execute(node::close);
    }

    private void fail(NodeUnreachableException reason) {
        // Once per reason: a node may be down for days.
        String words = words(reason);
        if (!words.equals(problem)) logger.warn("{}", words);
        problem = words;
        pauseSeconds = Math.min(Math.max(MIN_PAUSE_SECONDS, 2 * pauseSeconds), MAX_PAUSE_SECONDS);
        nextIn(pauseSeconds);
    }

    /** What is found out in the middle of reading does not say of which node. */
    private String words(NodeUnreachableException reason) {
        String words = String.valueOf(reason.getMessage());
        return words.startsWith(address + " ") ? words : address + ": " + words;
    }

    /** @throws NotServedException while the node is down, so that Prometheus sees what it would see of an agent */
    Exposition read() throws NotServedException {
        ConnectedNode node = connected.get();
        if (node == null) throw down();
        if (!admitted())
            throw new NotServedException(
                    503,
                    address
                            + " is still being read for the scrapes before: raise jmx.callers, tell fewer metrics or scrape"
                            + " it less often");
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
        reads.close();
        ConnectedNode node = connected.getAndSet(null);
        if (node != null) node.close();
    }
}
