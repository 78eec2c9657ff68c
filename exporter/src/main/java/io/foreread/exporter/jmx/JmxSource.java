package io.foreread.exporter.jmx;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.OrphanedMetrics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectInstance;
import javax.management.ObjectName;

/**
 * Cassandra's own metrics of a node, followed over one connection for one bridge.
 *
 * <p>Names come from one query for the whole domain: a pattern for each type would make the node's JVM keep a map in
 * every name it compares. Notifications are not used either: their buffer is shorter than what one new table registers,
 * and the first client that listens makes the node look through all its beans. Thread-safe.
 */
public final class JmxSource {
    private static final ObjectName METRICS = name("org.apache.cassandra.metrics:*");
    /** A query is expensive on a node with many tables: this share of the time at most. */
    private static final long MIN_QUERY_PAUSES = 10;

    private final JmxConnection connection;
    private final Bridge bridge;
    private final ParallelReads reads;
    private final Map<ObjectName, JmxMetric> metrics = new ConcurrentHashMap<>();
    private final ThreadLocal<Boolean> background = ThreadLocal.withInitial(() -> false);
    private final LongAdder calls = new LongAdder();
    private volatile boolean missing;
    private int beansBefore = -1;
    private long queriedNanos;
    private long queryNanos;
    private volatile double lastFetchSeconds;
    /** Guarded by this, as is what follows. */
    private long fetchBegunNanos;

    private boolean fetchedOnce;

    /** @param bridge receives what the node has from {@link #follow} */
    public JmxSource(JmxConnection connection, Bridge bridge, ParallelReads reads) {
        this.connection = connection;
        this.bridge = bridge;
        this.reads = reads;
    }

    private static ObjectName name(String text) {
        try {
            return new ObjectName(text);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /**
     * Reports to the bridge what was added and removed since the last call, which is cheap while nothing was. One thread at a
     * time.
     */
    public void follow() throws NodeUnreachableException {
        try {
            int beans = connection.call(server -> server.getMBeanCount());
            calls.increment();
            boolean changed = missing || beans != beansBefore;
            if (!changed || System.nanoTime() - queriedNanos < MIN_QUERY_PAUSES * queryNanos) return;
            long startNanos = System.nanoTime();
            missing = false;
            beansBefore = beans;
            compare(connection.call(server -> server.queryMBeans(METRICS, null)));
            calls.increment();
            queriedNanos = System.nanoTime();
            queryNanos = queriedNanos - startNanos;
        } catch (JMException e) {
            throw new NodeUnreachableException("its MBeans cannot be listed: " + e.getMessage(), e);
        }
    }

    private void compare(Set<ObjectInstance> beans) {
        Set<MetricName> there = new HashSet<>();
        for (ObjectInstance bean : beans) {
            MetricName name = MetricName.of(bean.getObjectName());
            if (name != null && name.equals(OrphanedMetrics.ownerOf(name))) there.add(name);
        }
        Map<ObjectName, NodeMetric.Kind> wanted = new HashMap<>();
        for (ObjectInstance bean : beans) {
            NodeMetric.Kind kind = BeanKind.of(bean.getClassName());
            MetricName name = kind == null ? null : MetricName.of(bean.getObjectName());
            if (name == null || !bridge.wants(name)) continue;
            MetricName owner = OrphanedMetrics.ownerOf(name);
            if (owner == null || there.contains(owner)) wanted.put(bean.getObjectName(), kind);
        }
        for (Iterator<ObjectName> known = metrics.keySet().iterator(); known.hasNext(); ) {
            ObjectName bean = known.next();
            if (wanted.containsKey(bean)) continue;
            known.remove();
            bridge.removed(nameOf(bean));
        }
        wanted.forEach((bean, kind) -> {
            if (metrics.containsKey(bean)) return;
            MetricName name = nameOf(bean);
            JmxMetric metric = new JmxMetric(this, bean, kind, live(name, kind));
            metrics.put(bean, metric);
            bridge.added(name, metric);
        });
    }

    /** @param bean one that was wanted, and so has a name */
    private static MetricName nameOf(ObjectName bean) {
        return Objects.requireNonNull(MetricName.of(bean), bean::toString);
    }

    /** Whether scrapes read a metric. Expensive metrics are read in the background. */
    private static boolean live(MetricName name, NodeMetric.Kind kind) {
        if (kind != NodeMetric.Kind.GAUGE) return true;
        for (Row row : CassandraCatalog.get().rows(name.type(), name.name()))
            if (row.refresh() == Refresh.LIVE && row.labelValues(name.name(), name.scope()) != null) return true;
        return false;
    }

    /**
     * Reads what the next scrape will ask for, over several calls at a time. Scrapes that come while one is reading, or
     * less than a second after it began, share what it read.
     *
     * @throws NodeUnreachableException if the node does not answer; the connection is of no more use then
     */
    public void fetch() throws NodeUnreachableException {
        long askedNanos = System.nanoTime();
        synchronized (this) {
            if (fetchedOnce && fetchBegunNanos > askedNanos - 1_000_000_000L) return;
            fetchBegunNanos = System.nanoTime();
            reads.read(metrics.values(), connection);
            fetchedOnce = true;
            lastFetchSeconds = (System.nanoTime() - fetchBegunNanos) * 1e-9;
        }
    }

    /** Runs what asks for metrics that scrapes do not: their values are read when they are asked for. */
    public void inBackground(Runnable task) {
        background.set(true);
        try {
            task.run();
        } finally {
            background.remove();
        }
    }

    boolean inBackground() {
        return background.get();
    }

    /** A bean we follow is not there any more. */
    void missing() {
        missing = true;
    }

    void called() {
        calls.increment();
    }

    JmxConnection connection() {
        return connection;
    }

    /** Metrics followed. */
    public int size() {
        return metrics.size();
    }

    /** Calls made to the node so far. */
    public long calls() {
        return calls.sum();
    }

    public double lastFetchSeconds() {
        return lastFetchSeconds;
    }
}
