package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.ReadErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/** Keeps the last result of a {@link FactReader}. One thread at a time reads; any thread exports the result. */
final class BackgroundFacts implements BackgroundRead {
    private static final class Result {
        final List<FactSample> samples;
        final long nanos;

        Result(List<FactSample> samples, long nanos) {
            this.samples = samples;
            this.nanos = nanos;
        }
    }

    /** Results older than this number of periods are not exported. */
    private static final int PERIODS_TO_LIVE = 3;

    /** Distinguishes the names of readers from the names of catalog groups in the label {@code group}. */
    private static final String GROUP_PREFIX = "mbean_";

    private final FactReader reader;
    private final LongSupplier nanoTime;
    private final PeerFacts peers;
    private final Consumer<BackgroundFacts> readWhenDue;
    private final ReadErrors failures;
    private volatile double seconds = Double.NaN;
    /** Null before the first read. */
    private volatile @Nullable Result result;

    private volatile long successMillis;

    BackgroundFacts(
            FactReader reader,
            PeerFacts peers,
            ReadErrors failures,
            LongSupplier nanoTime,
            Consumer<BackgroundFacts> readWhenDue) {
        this.readWhenDue = readWhenDue;
        this.reader = reader;
        this.peers = peers;
        this.failures = failures;
        this.nanoTime = nanoTime;
    }

    FactReader reader() {
        return reader;
    }

    boolean due(Duration period) {
        Result last = result;
        return last == null || nanoTime.getAsLong() - last.nanos >= period.toNanos();
    }

    @Override
    public void read() {
        readWhenDue.accept(this);
    }

    /** Reads the values, which replace the previous result. After an error the result is empty. */
    void read(MBeanServerConnection connection, MetricsConfig config) {
        long startNanos = nanoTime.getAsLong();
        long begunMillis = System.currentTimeMillis();
        List<FactSample> samples = new ArrayList<>();
        try {
            reader.read(connection, (metric, value, labels) -> samples.add(new FactSample(metric, value, labels)));
            successMillis = begunMillis;
        } catch (JMException | IOException | RuntimeException | LinkageError e) {
            failures.failed(group(), group(), "the MBeans of " + reader.name(), e);
            samples.clear();
        }
        result = new Result(peers.atLevel(samples, config), startNanos);
        seconds = (nanoTime.getAsLong() - startNanos) * 1e-9;
    }

    private String group() {
        return GROUP_PREFIX + reader.name();
    }

    /** Discards the result, because the node is not reachable. */
    void forget() {
        result = null;
    }

    void emit(MetricSink sink, MetricsConfig config, Duration period) {
        if (!Double.isNaN(seconds)) {
            sink.sample(OwnMetrics.SCRAPE_SECONDS, seconds, group());
            sink.sample(OwnMetrics.SCRAPE_ERRORS, failures.of(group()).sum(), group());
        }
        if (successMillis != 0)
            sink.sample(
                    OwnMetrics.LAST_SUCCESS,
                    successMillis / 1000.0,
                    group(),
                    reader.refresh().word());
        Result last = result;
        if (last == null || nanoTime.getAsLong() - last.nanos > PERIODS_TO_LIVE * period.toNanos()) return;
        for (FactSample sample : last.samples)
            if (exports(config, sample)) sink.sample(sample.metric, sample.value, sample.labelValues);
    }

    private static boolean exports(MetricsConfig config, FactSample sample) {
        List<String> labels = sample.metric.labelNames();
        int keyspace = labels.indexOf("keyspace");
        return NodeFactsSource.exports(config, sample.metric)
                && (keyspace < 0
                        || config.exportsTable(
                                sample.labelValues[keyspace], sample.labelValues[labels.indexOf("table")]));
    }
}
