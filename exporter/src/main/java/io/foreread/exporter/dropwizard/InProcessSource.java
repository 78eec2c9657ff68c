package io.foreread.exporter.dropwizard;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricRegistryListener;
import com.codahale.metrics.Timer;
import io.foreread.exporter.source.MetricFollower;
import io.foreread.exporter.source.MetricName;
import io.foreread.exporter.source.NodeMetric;
import io.foreread.exporter.source.OrphanedMetrics;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows Cassandra's metrics in the registry of this JVM, without JMX.
 *
 * <p>This class is compiled against Dropwizard 3.1.5. At run time it uses the Dropwizard of the node: 3.1.5 in
 * Cassandra 3.11 to 4.1, and 4.2 from Cassandra 5.0 on. Thread-safe.
 */
public final class InProcessSource implements AutoCloseable {
    private final MetricRegistry registry;
    private final Listener listener;

    private InProcessSource(MetricRegistry registry, MetricFollower follower) {
        this.registry = registry;
        listener = new Listener(registry, follower);
    }

    /**
     * Adds all existing metrics to the follower before it returns; afterwards follows additions and removals. If it throws,
     * the registry keeps no reference to the follower.
     */
    public static InProcessSource follow(MetricRegistry registry, MetricFollower follower) {
        InProcessSource source = new InProcessSource(registry, follower);
        try {
            registry.addListener(source.listener);
            source.listener.removeDropped();
            source.listener.removeOrphans();
        } catch (Throwable e) {
            source.close();
            throw e;
        }
        return source;
    }

    /**
     * Returns Cassandra's registry. Must be called after the node has started, because Cassandra must be the first to
     * initialize the class.
     *
     * @throws ReflectiveOperationException if the registry is not found
     */
    public static MetricRegistry registryOfThisNode() throws ReflectiveOperationException {
        Class<?> type = Class.forName(
                "org.apache.cassandra.metrics.CassandraMetricsRegistry", true, ClassLoader.getSystemClassLoader());
        return (MetricRegistry) type.getField("Metrics").get(null);
    }

    @Override
    public void close() {
        registry.removeListener(listener);
    }

    /**
     * Called by Cassandra while it registers or removes a metric. The methods that call the follower are synchronized, so
     * that {@link #removeDropped} cannot remove a metric that is registered again.
     */
    private static final class Listener implements MetricRegistryListener {
        private final Map<String, Metric> registered;
        private final MetricFollower follower;
        private final OrphanedMetrics orphanedMetrics;
        /** The metrics that were added while the registry announced the existing ones; null afterwards. */
        private @Nullable Map<String, Metric> announced = new HashMap<>();

        Listener(MetricRegistry registry, MetricFollower follower) {
            registered = registry.getMetrics();
            this.follower = follower;
            orphanedMetrics = new OrphanedMetrics(name -> registered.containsKey(name.inRegistry()));
        }

        /**
         * Removes the metrics of tables that were dropped while the registry announced the existing metrics. The registry can
         * announce such a metric after its removal.
         */
        synchronized void removeDropped() {
            Map<String, Metric> added = announced;
            announced = null;
            if (added == null) return;
            added.forEach((name, metric) -> {
                Metric current = registered.get(name);
                if (current == metric) return;
                MetricName parsed = MetricName.parse(name);
                if (parsed == null) return;
                if (current == null) follower.removed(parsed);
                else addedUnannounced(parsed);
            });
        }

        /** Removes the orphaned metrics of tables that were dropped before the listener was added. */
        void removeOrphans() {
            for (String name : registered.keySet()) {
                MetricName parsed = MetricName.parse(name);
                if (parsed != null && orphanedMetrics.isOrphan(parsed)) follower.removed(parsed);
            }
        }

        private synchronized void added(NodeMetric.Kind kind, String name, Metric metric) {
            MetricName parsed = MetricName.parse(name);
            if (parsed == null) return;
            if (announced != null) announced.put(name, metric);
            follower.added(parsed, new DropwizardMetric(kind, name, metric));
            orphanedMetrics.added(parsed).forEach(this::addedUnannounced);
        }

        private void addedUnannounced(MetricName name) {
            Metric metric = registered.get(name.inRegistry());
            if (metric == null) return;
            NodeMetric.Kind kind = DropwizardMetric.kindOf(metric);
            if (kind != null) follower.added(name, new DropwizardMetric(kind, name.inRegistry(), metric));
        }

        private synchronized void removed(String name) {
            MetricName parsed = MetricName.parse(name);
            if (parsed == null) return;
            follower.removed(parsed);
            orphanedMetrics.removed(parsed).forEach(follower::removed);
        }

        @Override
        public void onGaugeAdded(String name, Gauge<?> gauge) {
            added(NodeMetric.Kind.GAUGE, name, gauge);
        }

        @Override
        public void onGaugeRemoved(String name) {
            removed(name);
        }

        @Override
        public void onCounterAdded(String name, Counter counter) {
            added(NodeMetric.Kind.COUNTER, name, counter);
        }

        @Override
        public void onCounterRemoved(String name) {
            removed(name);
        }

        @Override
        public void onHistogramAdded(String name, Histogram histogram) {
            added(NodeMetric.Kind.HISTOGRAM, name, histogram);
        }

        @Override
        public void onHistogramRemoved(String name) {
            removed(name);
        }

        @Override
        public void onMeterAdded(String name, Meter meter) {
            added(NodeMetric.Kind.METER, name, meter);
        }

        @Override
        public void onMeterRemoved(String name) {
            removed(name);
        }

        @Override
        public void onTimerAdded(String name, Timer timer) {
            added(NodeMetric.Kind.TIMER, name, timer);
        }

        @Override
        public void onTimerRemoved(String name) {
            removed(name);
        }
    }
}
