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
 * Exports the {@link NodeFacts} of a node. A scrape only exports values that were read in the background. The owner
 * calls {@link #read} periodically, on at most one thread per class of {@link Refresh}. Otherwise thread-safe.
 */
public final class NodeFactsSource implements MetricSource {
    /**
     * The period of calls of {@link #read} with {@link Refresh#LIVE}. Calls for other classes must be at least as
     * frequent as their periods.
     */
    public static final Duration LIVE_PERIOD = Duration.ofSeconds(5);

    private final Supplier<? extends @Nullable MBeanServerConnection> connection;
    private final List<BackgroundFacts> facts = new ArrayList<>();
    private volatile MetricsConfig config;

    /**
     * Exports the facts of a node in another JVM.
     *
     * @param connection supplies null while the node is not reachable
     */
    public NodeFactsSource(Supplier<? extends @Nullable MBeanServerConnection> connection, MetricsConfig config) {
        this(connection, config, System::nanoTime, remoteReaders(System::nanoTime));
    }

    /**
     * Exports the facts of the node in this JVM.
     *
     * @param connection supplies null until the node has started
     */
    public static NodeFactsSource ofThisJvm(
            Supplier<? extends @Nullable MBeanServerConnection> connection, MetricsConfig config) {
        return new NodeFactsSource(connection, config, System::nanoTime, readers(System::nanoTime));
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

    /** All readers, in the order in which they read. */
    static List<FactReader> readers(LongSupplier nanoTime) {
        return Arrays.asList(
                new GossipReader(),
                new NodeStateReader(),
                new CompactionsReader(nanoTime),
                new StreamsReader(),
                new RingReader(),
                new HintsReader(),
                new DeadlocksReader(),
                new DirectoriesReader(),
                new SnapshotsReader());
    }

    static List<FactReader> remoteReaders(LongSupplier nanoTime) {
        List<FactReader> readers = new ArrayList<>(readers(nanoTime));
        readers.removeIf(FactReader::readsThisNodeOnly);
        return readers;
    }

    /** Applies a new selection of metrics. */
    public void configure(MetricsConfig newConfig) {
        config = newConfig;
    }

    @Override
    public String name() {
        return "node_facts";
    }

    /** Reads the exported metrics of one class that are due. Blocks until they have been read. */
    public void read(Refresh refresh) {
        MetricsConfig now = config;
        Duration period = period(now, refresh);
        MBeanServerConnection node = connection.get();
        for (BackgroundFacts one : facts) {
            if (one.reader().refresh() != refresh) continue;
            if (node == null || period == null || !exportsAny(now, one.reader())) one.forget();
            // Live metrics are always due. The owner calls at their period, and a call slightly early must not be
            // skipped.
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

    /** Null if metrics of the class are not read. */
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
