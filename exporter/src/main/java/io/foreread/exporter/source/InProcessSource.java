package io.foreread.exporter.source;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Counting;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.MetricRegistryListener;
import com.codahale.metrics.Sampling;
import com.codahale.metrics.Timer;
import io.foreread.exporter.catalog.CassandraMetrics;
import io.foreread.exporter.catalog.Metric;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Cassandra's own metrics, read from its registry inside the node, never through JMX.
 *
 * <p>Names are parsed once, when a metric is registered; a collection walks what was kept. Compiled against Dropwizard
 * 3.1.5; the node's own copy (3.1.5 up to 4.1, 4.2 from 5.0 on) is what runs. Thread-safe.
 */
public final class InProcessSource implements MetricSource {
    private static final String PREFIX = "org.apache.cassandra.metrics.";

    /** By family, then by Cassandra's name, so that a family's samples are together. */
    private final ConcurrentSkipListMap<String, Bound> bound = new ConcurrentSkipListMap<>();

    private final ConcurrentSkipListMap<String, Counting> totalLatencies = new ConcurrentSkipListMap<>();
    private final LongAdder errors;

    /** @param errors counts metrics that threw when they were read */
    public InProcessSource(MetricRegistry registry, LongAdder errors) {
        this.errors = errors;
        registry.addListener(new Follower());
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
        for (Bound metric : bound.values()) {
            try {
                metric.collect(sink);
            } catch (RuntimeException | LinkageError e) {
                // A gauge that throws costs its own sample.
                errors.increment();
            }
        }
    }

    private void added(String name, com.codahale.metrics.Metric metric) {
        String[] parts = parts(name);
        if (parts == null) return;
        String scope = parts.length == 3 ? parts[2] : "";
        if (parts[1].equals("TotalLatency") && metric instanceof Counting)
            totalLatencies.put(parts[0] + "." + scope, (Counting) metric);
        CassandraMetrics.Row row = CassandraMetrics.row(parts[0], parts[1]);
        String[] labelValues = row == null ? null : row.labelValues(scope);
        if (labelValues == null) return;
        bound.put(key(row.family(), name), new Bound(row.family(), metric, labelValues, parts[0] + "." + scope));
    }

    private void removed(String name) {
        String[] parts = parts(name);
        CassandraMetrics.Row row = parts == null ? null : CassandraMetrics.row(parts[0], parts[1]);
        if (row != null) bound.remove(key(row.family(), name));
    }

    /** @return type, name and, if there is one, scope; null if the name is not Cassandra's */
    private static String[] parts(String name) {
        if (!name.startsWith(PREFIX)) return null;
        String[] parts = name.substring(PREFIX.length()).split("\\.", 3);
        return parts.length < 2 ? null : parts;
    }

    private static String key(Metric family, String name) {
        return family.name() + '\0' + name;
    }

    private final class Bound {
        private final Metric family;
        private final com.codahale.metrics.Metric metric;
        private final String[] labelValues;
        private final String typeAndScope;

        Bound(Metric family, com.codahale.metrics.Metric metric, String[] labelValues, String typeAndScope) {
            this.family = family;
            this.metric = metric;
            this.labelValues = labelValues;
            this.typeAndScope = typeAndScope;
        }

        void collect(MetricSink sink) {
            if (family.type() == Metric.Type.HISTOGRAM) {
                if (metric instanceof Sampling) histogram(sink);
                return;
            }
            if (metric instanceof Gauge) {
                Object value = ((Gauge<?>) metric).getValue();
                if (value instanceof Number) sink.sample(family, ((Number) value).doubleValue(), labelValues);
            } else if (metric instanceof Counting) {
                sink.sample(family, ((Counting) metric).getCount(), labelValues);
            }
        }

        private void histogram(MetricSink sink) {
            long[] values = ((Sampling) metric).getSnapshot().getValues();
            LatencyHistogram shape = LatencyHistogram.of(values.length);
            long[] counts = shape.cumulativeCounts(values);
            Counting total = totalLatencies.get(typeAndScope);
            double sum = total == null ? estimatedSum(shape, counts) : total.getCount() * 1e-6;
            sink.histogram(family, shape.upperBounds(), counts, sum, labelValues);
        }
    }

    /** For the few timers without a TotalLatency beside them: upper bounds, as Cassandra's own percentiles are. */
    private static double estimatedSum(LatencyHistogram shape, long[] cumulativeCounts) {
        double sum = 0;
        long below = 0;
        double[] bounds = shape.upperBounds();
        for (int i = 0; i < bounds.length; i++) {
            double bound = Double.isInfinite(bounds[i]) ? bounds[i - 1] : bounds[i];
            sum += (cumulativeCounts[i] - below) * bound;
            below = cumulativeCounts[i];
        }
        return sum;
    }

    /** On registration of the listener the registry tells all that it has; afterwards what comes and goes. */
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
