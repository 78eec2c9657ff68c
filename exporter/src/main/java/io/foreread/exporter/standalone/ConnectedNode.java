package io.foreread.exporter.standalone;

import io.foreread.exporter.Refresher;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.cassandra.PeerCounts;
import io.foreread.exporter.catalog.JmxMetrics;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.BuildInfo;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.jmx.FetchTimeoutException;
import io.foreread.exporter.jmx.JmxSource;
import io.foreread.exporter.jmx.NodeConnections;
import io.foreread.exporter.jmx.ParallelReads;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import io.foreread.exporter.mbean.JvmSource;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.naming.DialectBeans;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.foreread.exporter.source.NodeIdentity;
import io.foreread.exporter.text.TextBuffer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The metrics of a node while it is connected. Thread-safe. */
final class ConnectedNode implements AutoCloseable {
    private final NodeConnections connections;
    private final ParallelReads reads;
    private final Exposition exposition;
    private final NodeIdentity identity;
    private final CurrentRing ring = new CurrentRing();
    private final NodeFactsSource facts;
    private final JvmSource jvm;
    private final PeerCounts previousCounts;
    private volatile Followed followed;

    /** A configuration with its bridge and source. Immutable. */
    private static final class Followed {
        final MetricsConfig metrics;
        final Bridge bridge;
        final JmxSource source;

        Followed(MetricsConfig metrics, Bridge bridge, JmxSource source) {
            this.metrics = metrics;
            this.bridge = bridge;
            this.source = source;
        }
    }

    /**
     * Connects the sources and fetches the metrics before it returns, so that the first scrape is as fast as later
     * scrapes.
     *
     * @param additionalSources sources of the exporter's own metrics, which are exported together with the metrics of
     *     the node
     * @param previousCounts the counts of the previous connection to the node, which the sums of peers continue
     */
    ConnectedNode(
            NodeConnections connections,
            ParallelReads reads,
            MetricsConfig metrics,
            BuildInfo build,
            List<MetricSource> additionalSources,
            PeerCounts previousCounts)
            throws NodeUnreachableException {
        this.connections = connections;
        this.reads = reads;
        this.previousCounts = previousCounts;
        exposition = new Exposition(build);
        identity = new NodeIdentity(() -> true, connections::server);
        facts = new NodeFactsSource(connections::backgroundServer, metrics, ring);
        jvm = JvmSource.of(connections::server, metrics);
        addSources();
        additionalSources.forEach(exposition::add);
        // The facts must be read before the metrics, because the ring determines which metrics of peers are fetched.
        jvm.readFiles();
        facts.read(Refresh.LIVE);
        reconfigure(metrics);
        identity.labels();
    }

    /** Adds the sources other than Cassandra's metrics. */
    private void addSources() {
        exposition.add(identity);
        exposition.add(facts);
        exposition.add(jvm);
        exposition.add(new DialectBeans(() -> followed.metrics, connections::server));
        exposition.add(new ConnectionMetrics());
    }

    /** Reads all metrics of a new selection, then exports them instead of the previous selection. */
    void reconfigure(MetricsConfig metrics) throws NodeUnreachableException {
        PeerCounts counts = followed == null ? previousCounts : followed.bridge.peerCounts();
        Bridge bridge = new Bridge(metrics, ring, counts, System::nanoTime);
        JmxSource source = new JmxSource(connections, bridge, reads);
        source.follow();
        source.fetchAll(() -> rehearse(bridge));
        // The first configuration skips this read, so that the node is up sooner.
        if (followed != null) source.inBackground(bridge::refreshNew);
        followed = new Followed(metrics, bridge, source);
        facts.configure(metrics);
        jvm.configure(metrics);
        exposition.set(bridge);
    }

    private static void rehearse(Bridge bridge) {
        try {
            bridge.rehearse(new TextBuffer(new Nowhere()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The selection of metrics that is in effect. */
    MetricsConfig metrics() {
        return followed.metrics;
    }

    PeerCounts peerCounts() {
        return followed.bridge.peerCounts();
    }

    /** Follows new and dropped tables. */
    void follow() throws NodeUnreachableException {
        followed.source.follow();
    }

    /** Starts the background reads that are due. Does not block. */
    void refresh(Refresher refresher) {
        Followed now = followed;
        refresher.refresh(now.bridge, read -> new RemoteRead(read, now.source));
        startFacts(refresher, Refresh.SLOW);
        startFacts(refresher, Refresh.RARE);
    }

    /** Starts the reads of MBeans other than Cassandra's metrics, if they belong to the refresh class and are due. */
    void startFacts(Refresher refresher, Refresh refresh) {
        refresher.refresh(facts, refresh);
        if (refresh != Refresh.LIVE) return;
        jvm.readFiles();
        // The summary needs the labels without a call to the node.
        identity.labels();
    }

    /** Reads the MBeans that took too long in a scrape. */
    void readSlow() {
        followed.source.readSlow();
    }

    /** Fetches the values that scrapes use, and returns the exposition. */
    Exposition read(boolean complete, long limitNanos) throws NodeUnreachableException, FetchTimeoutException {
        followed.source.fetch(complete, limitNanos);
        return exposition;
    }

    /** Describes the node, without a call to it. */
    String summary() {
        String[] labels = identity.knownLabels();
        String beans = followed.source.size() + " MBeans";
        return labels == null ? beans : "Cassandra " + labels[4] + ", cluster " + labels[0] + "; " + beans;
    }

    @Override
    public void close() {
        connections.close();
    }

    private final class ConnectionMetrics implements MetricSource {
        @Override
        public String name() {
            return "jmx";
        }

        @Override
        public void collect(MetricSink sink) {
            JmxSource source = followed.source;
            sink.sample(JmxMetrics.CALLS, connections.calls());
            sink.sample(JmxMetrics.FETCH_SECONDS, source.lastFetchSeconds());
            sink.sample(JmxMetrics.BEANS, source.size());
            sink.sample(JmxMetrics.SLOW_BEANS, source.slow());
        }
    }

    private static final class Nowhere extends OutputStream {
        @Override
        public void write(int b) {}

        @Override
        public void write(byte[] bytes, int offset, int length) {}
    }
}
