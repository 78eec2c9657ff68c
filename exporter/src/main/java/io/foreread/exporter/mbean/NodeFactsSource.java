package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * The {@link NodeFacts} of one node. A scrape only exports what was read in the background: the owner calls
 * {@link #read} again and again, on one thread for each class of {@link Refresh} at a time. Otherwise thread-safe.
 */
public final class NodeFactsSource implements MetricSource {
    /** How often {@link #read} with {@link Refresh#LIVE} is to be called; with others at least as often as that. */
    public static final Duration LIVE_PERIOD = Duration.ofSeconds(5);

    private final Supplier<? extends @Nullable MBeanServerConnection> connection;
    private final List<BackgroundFacts> facts = new ArrayList<>();
    private volatile MetricsConfig config;

    /** @param connection gives null while the node cannot be asked */
    public NodeFactsSource(Supplier<? extends @Nullable MBeanServerConnection> connection, MetricsConfig config) {
        this(connection, config, System::nanoTime, readers(System::nanoTime));
    }

    NodeFactsSource(
            Supplier<? extends @Nullable MBeanServerConnection> connection,
            MetricsConfig config,
            LongSupplier nanoTime,
            List<FactReader> readers) {
        this.connection = connection;
        this.config = config;
        for (FactReader reader : readers) facts.add(new BackgroundFacts(reader, nanoTime));
    }

    /** Every reader of this package; they read in this order. */
    static List<FactReader> readers(LongSupplier nanoTime) {
        return Arrays.asList(
                new GossipReader(),
                new NodeStateReader(),
                new CompactionsReader(nanoTime),
                new StreamsReader(),
                new RingReader(),
                new HintsReader(),
                new DeadlocksReader(),
                new SnapshotsReader());
    }

    /** Takes another choice of metrics. */
    public void configure(MetricsConfig newConfig) {
        config = newConfig;
    }

    @Override
    public String name() {
        return "node_facts";
    }

    /** Reads what is due of one class, if any of it is exported; can take long. */
    public void read(Refresh refresh) {
        MetricsConfig now = config;
        Duration period = period(now, refresh);
        MBeanServerConnection node = connection.get();
        for (BackgroundFacts one : facts) {
            if (one.reader().refresh() != refresh) continue;
            if (node == null || period == null || !exportsAny(now, one.reader())) one.forget();
            // The owner keeps the pace of what is live: a clock that is a moment early must not double the period.
            else if (refresh == Refresh.LIVE || one.due(period)) one.read(node);
            if (Thread.currentThread().isInterrupted()) return;
        }
    }

    @Override
    public void collect(MetricSink sink) {
        MetricsConfig now = config;
        for (BackgroundFacts one : facts) {
            Duration period = period(now, one.reader().refresh());
            if (period != null) one.emit(sink, now, period);
        }
    }

    /** Null if numbers of that class are not to be read. */
    private static @Nullable Duration period(MetricsConfig config, Refresh refresh) {
        return refresh == Refresh.LIVE ? LIVE_PERIOD : config.period(refresh);
    }

    private static boolean exportsAny(MetricsConfig config, FactReader reader) {
        for (Metric metric : reader.metrics()) if (exports(config, metric)) return true;
        return false;
    }

    static boolean exports(MetricsConfig config, Metric metric) {
        return config.exports(Level.NODE, metric.name());
    }
}
