package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricSink;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/** Keeps what one reader found last. One thread reads, any thread exports. */
final class BackgroundFacts {
    private static final class Sample {
        final Metric metric;
        final double value;
        final String[] labelValues;

        Sample(Metric metric, double value, String[] labelValues) {
            this.metric = metric;
            this.value = value;
            this.labelValues = labelValues;
        }
    }

    private static final class Found {
        final List<Sample> samples;
        final long nanos;

        Found(List<Sample> samples, long nanos) {
            this.samples = samples;
            this.nanos = nanos;
        }
    }

    /** A reading may take its time, but what is older than so many periods is no news. */
    private static final int PERIODS_TO_LIVE = 3;

    /** Groups of the catalog have names of the same kind. */
    private static final String GROUP_PREFIX = "mbean_";

    private final FactReader reader;
    private final LongSupplier nanoTime;
    private final LongAdder errors = new LongAdder();
    private volatile double seconds = Double.NaN;
    /** Null before the first reading. */
    private volatile @Nullable Found found;

    BackgroundFacts(FactReader reader, LongSupplier nanoTime) {
        this.reader = reader;
        this.nanoTime = nanoTime;
    }

    FactReader reader() {
        return reader;
    }

    boolean due(Duration period) {
        Found last = found;
        return last == null || nanoTime.getAsLong() - last.nanos >= period.toNanos();
    }

    /** Takes the place of what was found before; after an error that is nothing. */
    void read(MBeanServerConnection connection) {
        long startNanos = nanoTime.getAsLong();
        List<Sample> samples = new ArrayList<>();
        try {
            reader.read(connection, (metric, value, labels) -> samples.add(new Sample(metric, value, labels)));
        } catch (JMException | IOException | RuntimeException | LinkageError e) {
            errors.increment();
            samples.clear();
        }
        found = new Found(samples, startNanos);
        seconds = (nanoTime.getAsLong() - startNanos) * 1e-9;
    }

    /** For a node that cannot be asked. */
    void forget() {
        found = null;
    }

    void emit(MetricSink sink, MetricsConfig config, Duration period) {
        if (!Double.isNaN(seconds)) {
            sink.sample(OwnMetrics.SCRAPE_SECONDS, seconds, GROUP_PREFIX + reader.name());
            sink.sample(OwnMetrics.SCRAPE_ERRORS, errors.sum(), GROUP_PREFIX + reader.name());
        }
        Found current = found;
        if (current == null || nanoTime.getAsLong() - current.nanos > PERIODS_TO_LIVE * period.toNanos()) return;
        for (Sample sample : current.samples)
            if (exports(config, sample)) sink.sample(sample.metric, sample.value, sample.labelValues);
    }

    private static boolean exports(MetricsConfig config, Sample sample) {
        List<String> labels = sample.metric.labelNames();
        int keyspace = labels.indexOf("keyspace");
        return NodeFactsSource.exports(config, sample.metric)
                && (keyspace < 0
                        || config.exportsTable(
                                sample.labelValues[keyspace], sample.labelValues[labels.indexOf("table")]));
    }
}
