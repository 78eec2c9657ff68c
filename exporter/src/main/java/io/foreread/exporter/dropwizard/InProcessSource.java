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
import java.util.Map;

/**
 * Cassandra's own metrics, followed in its registry inside the node, never through JMX.
 *
 * <p>Compiled against Dropwizard 3.1.5; the node's own copy (3.1.5 up to 4.1, 4.2 from 5.0 on) is what runs. Thread-safe.
 */
public final class InProcessSource implements AutoCloseable {
    private final MetricRegistry registry;
    private final Listener listener;

    private InProcessSource(MetricRegistry registry, MetricFollower follower) {
        this.registry = registry;
        listener = new Listener(registry, follower);
    }

    /** Reports all present metrics to the follower before it returns, and later those that are added and removed. */
    public static InProcessSource follow(MetricRegistry registry, MetricFollower follower) {
        InProcessSource source = new InProcessSource(registry, follower);
        registry.addListener(source.listener);
        source.listener.removeLeftBefore();
        return source;
    }

    /**
     * Cassandra's registry, in a node that has started: its class must not be initialised by us before Cassandra does.
     *
     * @throws ReflectiveOperationException if there is none
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

    /** Called by Cassandra in the middle of a registration. */
    private static final class Listener implements MetricRegistryListener {
        private final Map<String, Metric> registered;
        private final MetricFollower follower;
        private final OrphanedMetrics leftBehind;

        Listener(MetricRegistry registry, MetricFollower follower) {
            registered = registry.getMetrics();
            this.follower = follower;
            leftBehind = new OrphanedMetrics(name -> registered.containsKey(name.inRegistry()));
        }

        /** What tables left that were dropped before anybody listened. */
        void removeLeftBefore() {
            for (String name : registered.keySet()) {
                MetricName parsed = MetricName.parse(name);
                if (parsed != null && leftBehind.isOrphan(parsed)) follower.removed(parsed);
            }
        }

        private void added(NodeMetric.Kind kind, String name, Metric metric) {
            MetricName parsed = MetricName.parse(name);
            if (parsed == null) return;
            follower.added(parsed, new DropwizardMetric(kind, metric));
            leftBehind.added(parsed).forEach(this::addedUnannounced);
        }

        private void addedUnannounced(MetricName name) {
            Metric metric = registered.get(name.inRegistry());
            if (metric == null) return;
            NodeMetric.Kind kind = DropwizardMetric.kindOf(metric);
            if (kind != null) follower.added(name, new DropwizardMetric(kind, metric));
        }

        private void removed(String name) {
            MetricName parsed = MetricName.parse(name);
            if (parsed == null) return;
            follower.removed(parsed);
            leftBehind.removed(parsed).forEach(follower::removed);
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
