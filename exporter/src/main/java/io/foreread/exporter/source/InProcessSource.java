package io.foreread.exporter.source;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricRegistryListener;
import com.codahale.metrics.Timer;
import io.foreread.exporter.catalog.CassandraMetrics;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Cassandra's own metrics, read from its registry inside the node, never through JMX.
 *
 * <p>Names are parsed once, when a metric is registered; a collection walks what was kept. Compiled against Dropwizard
 * 3.1.5; the node's own copy (3.1.5 up to 4.1, 4.2 from 5.0 on) is what runs. Thread-safe.
 */
public final class InProcessSource implements MetricSource, AutoCloseable {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final String TOTAL_LATENCY = "TotalLatency";

    private final MetricRegistry registry;
    private final Follower follower = new Follower();
    private final LongAdder errors;
    /** By family and labels, so that a family's samples are together and an alias does not tell them twice. */
    private final ConcurrentSkipListMap<String, BoundMetric> bound = new ConcurrentSkipListMap<>();

    private final ConcurrentHashMap<String, Counting> totalLatencies = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, CacheLookups> caches = new ConcurrentHashMap<>();

    /** @param errors counts metrics that could not be read */
    public InProcessSource(MetricRegistry registry, LongAdder errors) {
        this.registry = registry;
        this.errors = errors;
        registry.addListener(follower);
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
    public String name() {
        return "cassandra";
    }

    @Override
    public void collect(MetricSink sink) {
        for (BoundMetric metric : bound.values()) {
            try {
                String totalLatency = metric.totalLatencyName();
                metric.collect(sink, totalLatency == null ? null : totalLatencies.get(totalLatency));
            } catch (RuntimeException | AssertionError | LinkageError e) {
                // A gauge that throws costs its own sample. Cassandra runs with assertions on.
                errors.increment();
            }
        }
        for (CacheLookups cache : caches.values()) cache.collect(sink);
    }

    /** Stops following the registry. */
    @Override
    public void close() {
        registry.removeListener(follower);
    }

    private void added(String name, Metric metric) {
        try {
            MetricName parsed = MetricName.parse(name);
            if (parsed == null) return;
            if (parsed.name.equals(TOTAL_LATENCY) && metric instanceof Counting)
                totalLatencies.put(name, (Counting) metric);
            CassandraMetrics.Row row = CassandraMetrics.row(parsed.type, parsed.name);
            String[] labelValues = row == null ? null : row.labelValues(parsed.scope);
            if (labelValues == null) return;
            String totalLatency = parsed.name.equals("Latency") ? parsed.sibling(TOTAL_LATENCY) : null;
            bound.put(key(row, labelValues), new BoundMetric(row.family(), metric, labelValues, totalLatency));
            lookups(row, labelValues, metric);
        } catch (RuntimeException | LinkageError e) {
            // We are called in the middle of a registration: an error of ours must not become Cassandra's.
            errors.increment();
        }
    }

    private void removed(String name) {
        try {
            MetricName parsed = MetricName.parse(name);
            if (parsed == null) return;
            totalLatencies.remove(name);
            CassandraMetrics.Row row = CassandraMetrics.row(parsed.type, parsed.name);
            String[] labelValues = row == null ? null : row.labelValues(parsed.scope);
            if (labelValues == null) return;
            bound.remove(key(row, labelValues));
            lookups(row, labelValues, null);
        } catch (RuntimeException | LinkageError e) {
            errors.increment();
        }
    }

    private void lookups(CassandraMetrics.Row row, String[] labelValues, Metric metric) {
        if (CacheLookups.has(row.family()))
            caches.computeIfAbsent(labelValues[0], CacheLookups::new).set(row.family(), (Counting) metric);
    }

    private static String key(CassandraMetrics.Row row, String[] labelValues) {
        return row.family().name() + '\0' + String.join("\0", labelValues);
    }

    /** A name of Cassandra's registry: {@code org.apache.cassandra.metrics.<type>.<name>[.<scope>]}. Immutable. */
    private static final class MetricName {
        final String type;
        final String name;
        /** Empty if there is none. */
        final String scope;

        private MetricName(String type, String name, String scope) {
            this.type = type;
            this.name = name;
            this.scope = scope;
        }

        /** @return null if the name is not one of Cassandra's */
        static MetricName parse(String text) {
            if (!text.startsWith(PREFIX)) return null;
            String[] parts = text.substring(PREFIX.length()).split("\\.", 3);
            return parts.length < 2 ? null : new MetricName(parts[0], parts[1], parts.length == 3 ? parts[2] : "");
        }

        String sibling(String otherName) {
            return PREFIX + type + '.' + otherName + (scope.isEmpty() ? "" : '.' + scope);
        }
    }

    /** On its registration the registry tells it all that there is; afterwards what comes and goes. */
    private final class Follower implements MetricRegistryListener {
        @Override
        public void onGaugeAdded(String name, Gauge<?> gauge) {
            added(name, gauge);
        }

        @Override
        public void onGaugeRemoved(String name) {
            removed(name);
        }

        @Override
        public void onCounterAdded(String name, Counter counter) {
            added(name, counter);
        }

        @Override
        public void onCounterRemoved(String name) {
            removed(name);
        }

        @Override
        public void onHistogramAdded(String name, Histogram histogram) {
            added(name, histogram);
        }

        @Override
        public void onHistogramRemoved(String name) {
            removed(name);
        }

        @Override
        public void onMeterAdded(String name, Meter meter) {
            added(name, meter);
        }

        @Override
        public void onMeterRemoved(String name) {
            removed(name);
        }

        @Override
        public void onTimerAdded(String name, Timer timer) {
            added(name, timer);
        }

        @Override
        public void onTimerRemoved(String name) {
            removed(name);
        }
    }
}
