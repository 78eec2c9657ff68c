package io.foreread.exporter.jmx;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.JMException;
import javax.management.ObjectInstance;
import javax.management.ObjectName;

/**
 * Follows Cassandra's metrics of a node over JMX, for one bridge.
 *
 * <p>The names of the metrics come from one query for the whole JMX domain. A query by keys would make the node's JVM
 * keep a map in every ObjectName that it compares. Notifications are not used: a new table registers more MBeans than
 * the notification buffer holds, and when the first listener is added, the node iterates over all MBeans. Thread-safe.
 */
public final class JmxSource {
    /**
     * Queries are expensive on a node with many tables. The pause between two queries is at least this multiple of the
     * last query's duration.
     */
    private static final long MIN_PAUSE_FACTOR = 10;
    /** Buckets, quantiles and the mean of a metric are used one after the other. */
    private static final int MAX_RECORDING_PASSES = 3;

    private final NodeConnections connections;
    private final Bridge bridge;
    private final ParallelReads reads;
    private final Map<ObjectName, JmxMetric> metrics = new ConcurrentHashMap<>();
    private volatile boolean missing;
    private int beansBefore = -1;
    private long queriedNanos;
    private long queryNanos;
    private volatile double lastFetchSeconds;
    /** Whether uses of metrics that have not been fetched are recorded. Only one thread uses the source then. */
    private volatile boolean recordsUse;
    /** The number of recorded uses. */
    private int recordedUses;

    private final ReentrantLock fetching = new ReentrantLock();
    /** Guarded by the lock, as are the following fields. */
    private long fetchBegunNanos;

    private boolean fetchedOnce;
    private boolean fetchedComplete;

    /** @param bridge receives the metrics of the node in {@link #follow} */
    public JmxSource(NodeConnections connections, Bridge bridge, ParallelReads reads) {
        this.connections = connections;
        this.bridge = bridge;
        this.reads = reads;
    }

    /**
     * Adds and removes the metrics that have changed since the last call. The call is cheap if nothing has changed.
     * Must be called by one thread at a time.
     */
    public void follow() throws NodeUnreachableException {
        JmxConnection connection = connections.current();
        try {
            int beans = connection.call(server -> server.getMBeanCount());
            boolean changed = missing || beans != beansBefore;
            if (!changed || System.nanoTime() - queriedNanos < MIN_PAUSE_FACTOR * queryNanos) return;
            long startNanos = System.nanoTime();
            missing = false;
            beansBefore = beans;
            compare(connection.call(server -> server.queryMBeans(MetricBeans.DOMAIN, null)));
            queriedNanos = System.nanoTime();
            queryNanos = queriedNanos - startNanos;
        } catch (JMException e) {
            throw new NodeUnreachableException(
                    "MBeans cannot be listed: " + e.getMessage(), "MBeans cannot be listed", e);
        } catch (SecurityException e) {
            throw new NodeUnreachableException(
                    "the JMX user may not list MBeans: " + e.getMessage()
                            + "; with Cassandra's roles, GRANT DESCRIBE, SELECT, EXECUTE ON ALL MBEANS to it",
                    "the JMX user may not list MBeans",
                    e);
        }
    }

    private void compare(Set<ObjectInstance> beans) {
        Map<ObjectName, NodeMetric.Kind> wanted = MetricBeans.used(beans, bridge::accepts);
        for (Iterator<ObjectName> known = metrics.keySet().iterator(); known.hasNext(); ) {
            ObjectName bean = known.next();
            if (wanted.containsKey(bean)) continue;
            known.remove();
            bridge.removed(MetricBeans.nameOf(bean));
        }
        wanted.forEach((bean, kind) -> {
            if (metrics.containsKey(bean)) return;
            MetricName name = MetricBeans.nameOf(bean);
            JmxMetric metric = new JmxMetric(this, bean, kind, MetricBeans.isLive(name, kind));
            metrics.put(bean, metric);
            bridge.added(name, metric);
        });
    }

    /**
     * Reads the values for the next scrape with several concurrent calls. If the last fetch began less than a second
     * before this call, or during this call, and has all values of this scrape, nothing is read.
     *
     * @param complete whether the scrape has no name filter
     * @param limitNanos the maximum duration of this call; {@link JmxLimits} can be lower
     * @throws NodeUnreachableException if the node does not answer; the connection is then lost
     * @throws FetchTimeoutException if the values cannot be read in time
     */
    public void fetch(boolean complete, long limitNanos) throws NodeUnreachableException, FetchTimeoutException {
        long calledNanos = System.nanoTime();
        long maxNanos = Math.min(
                limitNanos, TimeUnit.MILLISECONDS.toNanos(connections.limits().fetchMillis()));
        if (!tryLock(maxNanos)) throw new FetchTimeoutException(size(), maxNanos);
        try {
            boolean fresh = fetchedOnce && fetchBegunNanos > calledNanos - 1_000_000_000L;
            if (fresh && (fetchedComplete || !complete)) return;
            fetchBegunNanos = System.nanoTime();
            fetchedOnce = false;
            long leftNanos = maxNanos - (fetchBegunNanos - calledNanos);
            List<JmxMetric> wanted = toFetch(complete);
            if (!reads.read(wanted, connections.current(), connections.limits().callers(), leftNanos))
                throw new FetchTimeoutException(wanted.size(), maxNanos);
            fetched(wanted, complete);
        } finally {
            fetching.unlock();
        }
    }

    private boolean tryLock(long limitNanos) throws NodeUnreachableException {
        try {
            return fetching.tryLock(limitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeUnreachableException("interrupted", "interrupted", e);
        }
    }

    private List<JmxMetric> toFetch(boolean complete) {
        List<JmxMetric> wanted = new ArrayList<>(metrics.size());
        for (JmxMetric metric : metrics.values()) if (metric.toFetch(complete)) wanted.add(metric);
        return wanted;
    }

    /**
     * Reads the values for the next scrape, however long that takes.
     *
     * @throws NodeUnreachableException if the node does not answer; the connection is then lost
     */
    void fetchAll() throws NodeUnreachableException {
        fetching.lock();
        try {
            fetchBegunNanos = System.nanoTime();
            List<JmxMetric> wanted = toFetch(true);
            reads.readAll(wanted, connections.current(), connections.limits().callers());
            fetched(wanted, true);
        } finally {
            fetching.unlock();
        }
    }

    /**
     * Reads all values that scrapes use, with concurrent calls. What a scrape uses is known only once a scrape has been written:
     * {@code scrape} is executed until it uses nothing that has not been fetched. A metric that it uses and that has not been
     * fetched has no value.
     *
     * @param scrape writes a scrape whose text and errors are discarded
     * @throws NodeUnreachableException if the node does not answer; the connection is then lost
     */
    public void fetchAll(Runnable scrape) throws NodeUnreachableException {
        fetchAll();
        for (int pass = 0; pass < MAX_RECORDING_PASSES && usesMore(scrape); pass++) fetchAll();
    }

    private boolean usesMore(Runnable scrape) {
        recordedUses = 0;
        recordsUse = true;
        try {
            scrape.run();
        } finally {
            recordsUse = false;
        }
        return recordedUses > 0;
    }

    /** Whether a use of a metric that has not been fetched is recorded instead of read. If so, counts the use. */
    boolean recordsUse() {
        if (recordsUse) recordedUses++;
        return recordsUse;
    }

    private void fetched(List<JmxMetric> wanted, boolean complete) {
        for (JmxMetric metric : wanted) metric.fetched(complete);
        fetchedOnce = true;
        fetchedComplete = complete;
        lastFetchSeconds = (System.nanoTime() - fetchBegunNanos) * 1e-9;
    }

    /**
     * Runs a task that uses metrics outside of scrapes. Each use of a metric reads its values over the connection for
     * background reads.
     */
    public void inBackground(Runnable task) {
        connections.inBackground(task);
    }

    /** Reads the slow metrics whose next read is due. Blocks until they have been read. */
    public void readSlow() {
        inBackground(() -> {
            for (JmxMetric metric : metrics.values()) {
                if (Thread.currentThread().isInterrupted()) return;
                metric.readIfSlow();
            }
        });
    }

    boolean inBackground() {
        return connections.inBackground();
    }

    /** Returns the address of the node. */
    HostPort node() {
        return connections.node();
    }

    /** Records that a followed MBean no longer exists. */
    void missing() {
        missing = true;
    }

    JmxConnection connection() throws NodeUnreachableException {
        return connections.current();
    }

    /** The number of followed metrics. */
    public int size() {
        return metrics.size();
    }

    /** The number of metrics that are too slow for scrapes. */
    public int slow() {
        int slow = 0;
        for (JmxMetric metric : metrics.values()) if (metric.isSlow()) slow++;
        return slow;
    }

    public double lastFetchSeconds() {
        return lastFetchSeconds;
    }
}
