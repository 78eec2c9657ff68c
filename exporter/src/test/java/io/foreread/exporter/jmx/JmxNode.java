package io.foreread.exporter.jmx;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;

/** A node with the MBeans of a test, and a connection for sources that scrape it. */
final class JmxNode implements AutoCloseable {
    private final JmxServer server = JmxServer.start();
    private final JmxThreads threads = new JmxThreads();
    private final ParallelReads reads = new ParallelReads(threads.of(JmxThreads.Work.CALL));
    private NodeConnections connection;
    private boolean stopped;

    JmxNode() throws IOException {
        connection = server.connect(new JmxLimits(10_000, 10_000, 3));
    }

    void reconnect(JmxLimits limits) throws NodeUnreachableException {
        connection.close();
        connection = server.connect(limits);
    }

    HostPort address() {
        return server.address();
    }

    MetricBean add(String name, MetricBean bean) {
        return server.add(name, bean);
    }

    void remove(String name) {
        server.remove(name);
    }

    /** Ends the node, so that the connection is lost. */
    void stop() throws IOException {
        server.close();
        stopped = true;
    }

    Source source(Map<String, String> settings) throws NodeUnreachableException {
        return new Source(settings);
    }

    @Override
    public void close() throws IOException {
        connection.close();
        threads.close();
        if (!stopped) server.close();
    }

    /** A source whose metrics are written by a bridge. */
    final class Source {
        final Bridge bridge;
        final JmxSource jmx;

        private Source(Map<String, String> settings) throws NodeUnreachableException {
            bridge = new Bridge(MetricsConfig.of(settings, new ArrayList<>()));
            jmx = new JmxSource(connection, bridge, reads);
            jmx.follow();
        }

        /** Fetches what the next scrape uses, as for a node that has just been connected. */
        void fetchAll() throws NodeUnreachableException {
            jmx.fetchAll(() -> {
                try {
                    bridge.rehearse(new TextBuffer(new ByteArrayOutputStream()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        String scrape() throws IOException {
            return scrape(Set.of());
        }

        /** @param names names of the samples to write; empty for all */
        String scrape(Set<String> names) throws IOException {
            jmx.fetch(names.isEmpty(), Long.MAX_VALUE);
            return write(names);
        }

        /** Writes the values of the last fetch. */
        String write(Set<String> names) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            TextBuffer buffer = new TextBuffer(out);
            bridge.write(names, TextFamily.Format.PROMETHEUS, buffer);
            buffer.flush();
            return out.toString(StandardCharsets.UTF_8);
        }

        /** Scrapes after more than a second, so that the scrape does not share the values of the previous fetch. */
        String scrapeAfterSharing() throws IOException {
            long beforeNanos = System.nanoTime();
            Awaitility.await().until(() -> System.nanoTime() - beforeNanos > 1_100_000_000L);
            return scrape();
        }
    }
}
