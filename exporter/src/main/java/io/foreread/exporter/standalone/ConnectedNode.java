package io.foreread.exporter.standalone;

import io.foreread.exporter.BuildInfo;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.catalog.JmxMetrics;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.http.Exposition;
import io.foreread.exporter.jmx.JmxConnection;
import io.foreread.exporter.jmx.JmxSource;
import io.foreread.exporter.jmx.NodeUnreachableException;
import io.foreread.exporter.jmx.ParallelReads;
import io.foreread.exporter.mbean.JvmSource;
import io.foreread.exporter.mbean.NodeFactsSource;
import io.foreread.exporter.naming.DialectBeans;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.foreread.exporter.source.NodeIdentity;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.function.Consumer;

/** What is known of a node as long as one connection to it lasts. Thread-safe. */
final class ConnectedNode implements AutoCloseable {
    private final JmxConnection connection;
    private final ParallelReads reads;
    private final Exposition exposition;
    private final NodeIdentity identity;
    private final NodeFactsSource facts;
    private final JvmSource jvm;
    private volatile Followed followed;

    /** A configuration, and what follows from it. Immutable. */
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

    /** Returns once a scrape is answered as fast as the next one. */
    ConnectedNode(JmxConnection connection, ParallelReads reads, MetricsConfig metrics, BuildInfo build)
            throws NodeUnreachableException {
        this.connection = connection;
        this.reads = reads;
        exposition = new Exposition(build);
        identity = new NodeIdentity(() -> true, connection::server);
        facts = new NodeFactsSource(connection::server, metrics);
        jvm = JvmSource.of(connection::server, metrics);
        addSources();
        reconfigure(metrics);
        readFacts(Refresh.LIVE);
    }

    /** All that is exported of a node beside Cassandra's own metrics, each asking over {@link JmxConnection#server}. */
    private void addSources() {
        exposition.add(identity);
        exposition.add(facts);
        exposition.add(jvm);
        exposition.add(new DialectBeans(() -> followed.metrics, connection::server));
        exposition.add(new ConnectionMetrics());
    }

    /** Takes another choice of metrics, once all of it has been read. */
    void reconfigure(MetricsConfig metrics) throws NodeUnreachableException {
        Bridge bridge = new Bridge(metrics, () -> {});
        JmxSource source = new JmxSource(connection, bridge, reads);
        source.follow();
        source.fetch();
        try {
            // Nobody reads this one: from it the source learns what scrapes ask for.
            bridge.write(Collections.emptySet(), TextFamily.Format.PROMETHEUS, new TextBuffer(new Nowhere()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        source.fetch();
        // Not for the first, so that a node is up immediately.
        if (followed != null) source.inBackground(bridge::refreshNew);
        followed = new Followed(metrics, bridge, source);
        facts.configure(metrics);
        jvm.configure(metrics);
        exposition.set(bridge);
    }

    /** Takes notice of new and dropped tables. */
    void follow() throws NodeUnreachableException {
        followed.source.follow();
    }

    /** Reads what scrapes do not read, if it is due. */
    void refresh(Consumer<Bridge> refresher) {
        Followed now = followed;
        now.source.inBackground(() -> refresher.accept(now.bridge));
    }

    /** Reads the node's other MBeans of one class; can take long. */
    void readFacts(Refresh refresh) {
        if (refresh == Refresh.LIVE) jvm.readFiles();
        facts.read(refresh);
    }

    /** Everything live, read now. */
    Exposition read() throws NodeUnreachableException {
        followed.source.fetch();
        return exposition;
    }

    String summary() {
        String[] labels = identity.labels();
        String beans = followed.source.size() + " MBeans";
        return labels == null ? beans : "Cassandra " + labels[4] + ", cluster " + labels[0] + "; " + beans;
    }

    @Override
    public void close() {
        connection.close();
    }

    private final class ConnectionMetrics implements MetricSource {
        @Override
        public String name() {
            return "jmx";
        }

        @Override
        public void collect(MetricSink sink) {
            JmxSource source = followed.source;
            sink.sample(JmxMetrics.CALLS, source.calls());
            sink.sample(JmxMetrics.FETCH_SECONDS, source.lastFetchSeconds());
            sink.sample(JmxMetrics.BEANS, source.size());
        }
    }

    private static final class Nowhere extends OutputStream {
        @Override
        public void write(int b) {}

        @Override
        public void write(byte[] bytes, int offset, int length) {}
    }
}
