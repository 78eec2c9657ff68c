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

/** Keeps the last result of a reader. One thread reads, any thread exports. */
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

    private static final class Result {
        final List<Sample> samples;
        final long nanos;

        Result(List<Sample> samples, long nanos) {
            this.samples = samples;
            this.nanos = nanos;
        }
    }

    /** Results older than this number of periods are not exported. */
    private static final int PERIODS_TO_LIVE = 3;

    /** Distinguishes readers from the groups of the catalog in the label {@code group}. */
    private static final String GROUP_PREFIX = "mbean_";

    private final FactReader reader;
    private final LongSupplier nanoTime;
    private final LongAdder errors = new LongAdder();
    private volatile double seconds = Double.NaN;
    /** Null before the first read. */
    private volatile @Nullable Result result;

    BackgroundFacts(FactReader reader, LongSupplier nanoTime) {
        this.reader = reader;
        this.nanoTime = nanoTime;
    }

    FactReader reader() {
        return reader;
    }

    boolean due(Duration period) {
        Result last = result;
        return last == null || nanoTime.getAsLong() - last.nanos >= period.toNanos();
    }

    /** Reads and replaces the previous result. The result is empty after an error. */
    void read(MBeanServerConnection connection) {
        long startNanos = nanoTime.getAsLong();
        List<Sample> samples = new ArrayList<>();
        try {
            reader.read(connection, (metric, value, labels) -> samples.add(new Sample(metric, value, labels)));
        } catch (JMException | IOException | RuntimeException | LinkageError e) {
            errors.increment();
            samples.clear();
        }
        result = new Result(samples, startNanos);
        seconds = (nanoTime.getAsLong() - startNanos) * 1e-9;
    }

    /** Discards the result, because the node is not reachable. */
    void forget() {
        result = null;
    }

    void emit(MetricSink sink, MetricsConfig config, Duration period) {
        if (!Double.isNaN(seconds)) {
            sink.sample(OwnMetrics.SCRAPE_SECONDS, seconds, GROUP_PREFIX + reader.name());
            sink.sample(OwnMetrics.SCRAPE_ERRORS, errors.sum(), GROUP_PREFIX + reader.name());
        }
        Result last = result;
        if (last == null || nanoTime.getAsLong() - last.nanos > PERIODS_TO_LIVE * period.toNanos()) return;
        for (Sample sample : last.samples)
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
