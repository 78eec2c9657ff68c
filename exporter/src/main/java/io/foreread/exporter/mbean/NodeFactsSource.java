package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.BackgroundRead;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.foreread.exporter.source.ReadErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * Exports the {@link NodeFacts} of a node. A scrape only exports values that were read in the background. The owner of
 * this object must run each of the {@link #reads} periodically, on at most one thread at a time. All other methods are
 * thread-safe.
 */
public final class NodeFactsSource implements MetricSource {
    /**
     * The period of reads of {@link Refresh#LIVE}. The owner must call the reads of another refresh class at least once
     * per period of that class.
     */
    public static final Duration LIVE_PERIOD = Duration.ofSeconds(5);

    private final Supplier<? extends @Nullable MBeanServerConnection> connection;
    private final List<BackgroundFacts> facts = new ArrayList<>();
    private volatile MetricsConfig config;

    /**
     * Exports the facts of a node in another JVM.
     *
     * @param connection supplies null while the node is not reachable
     * @param ring receives the nodes of the cluster with each read of {@link Refresh#LIVE}
     */
    public NodeFactsSource(
            Supplier<? extends @Nullable MBeanServerConnection> connection, MetricsConfig config, CurrentRing ring) {
        this(connection, config, ring, System::nanoTime, remoteReaders(System::nanoTime, ring));
    }

    /**
     * Exports the facts of the node in this JVM.
     *
     * @param connection supplies null until the node has started
     * @param ring receives the nodes of the cluster with each read of {@link Refresh#LIVE}
     */
    public static NodeFactsSource ofThisJvm(
            Supplier<? extends @Nullable MBeanServerConnection> connection, MetricsConfig config, CurrentRing ring) {
        return new NodeFactsSource(connection, config, ring, System::nanoTime, readers(System::nanoTime, ring));
    }

    NodeFactsSource(
            Supplier<? extends @Nullable MBeanServerConnection> connection,
            MetricsConfig config,
            CurrentRing ring,
            LongSupplier nanoTime,
            List<FactReader> readers) {
        this.connection = connection;
        this.config = config;
        PeerFacts peers = new PeerFacts(ring);
        ReadErrors errors = new ReadErrors();
        for (FactReader reader : readers)
            facts.add(new BackgroundFacts(reader, peers, errors, nanoTime, this::readWhenDue));
    }

    /** All readers, in the order in which they read. */
    static List<FactReader> readers(LongSupplier nanoTime, CurrentRing ring) {
        return Arrays.asList(
                new GossipReader(ring),
                new NodeStateReader(),
                new CompactionsReader(nanoTime),
                new StreamsReader(),
                new RingReader(),
                new HintsReader(),
                new DeadlocksReader(),
                new DirectoriesReader(),
                new CertificatesReader(),
                new DiskAccessReader(),
                new SnapshotsReader());
    }

    static List<FactReader> remoteReaders(LongSupplier nanoTime, CurrentRing ring) {
        List<FactReader> readers = new ArrayList<>(readers(nanoTime, ring));
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

    /** Returns the reads of one refresh class. A read that is not due has no effect. */
    public Collection<? extends BackgroundRead> reads(Refresh refresh) {
        return facts.stream().filter(one -> one.reader().refresh() == refresh).collect(Collectors.toList());
    }

    /** Reads the exported metrics of one refresh class whose read is due. Blocks until they have been read. */
    public void read(Refresh refresh) {
        for (BackgroundRead one : reads(refresh)) one.read();
    }

    private void readWhenDue(BackgroundFacts one) {
        Refresh refresh = one.reader().refresh();
        MetricsConfig now = config;
        Duration period = period(now, refresh);
        MBeanServerConnection node = connection.get();
        if (node == null || period == null || !exportsAny(now, one.reader())) one.forget();
        // Live metrics are always due. The owner calls this once per period, and a call that comes slightly early must
        // not be skipped.
        else if (refresh == Refresh.LIVE || one.due(period)) one.read(node, now);
    }

    @Override
    public void collect(MetricSink sink) {
        MetricsConfig now = config;
        for (BackgroundFacts one : facts) {
            Duration period = period(now, one.reader().refresh());
            if (period != null) one.emit(sink, now, period);
        }
    }

    /** @return null if metrics of the refresh class are not read */
    private static @Nullable Duration period(MetricsConfig config, Refresh refresh) {
        return refresh == Refresh.LIVE ? LIVE_PERIOD : config.period(refresh);
    }

    private static boolean exportsAny(MetricsConfig config, FactReader reader) {
        if (reader.isAlwaysRead()) return true;
        for (Metric metric : reader.metrics()) if (exports(config, metric)) return true;
        return false;
    }

    static boolean exports(MetricsConfig config, Metric metric) {
        return config.exports(Level.NODE, metric.name());
    }
}
