package io.foreread.exporter.http;

import io.foreread.exporter.BuildInfo;
import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.cassandra.BridgeMetrics;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All metrics as text: the bridged series of the node as a stream, then the few of our own from the Prometheus client.
 * Thread-safe. A private registry: the default one belongs to everybody in the JVM.
 */
@SuppressWarnings(
        "deprecation") // Micrometer's simpleclient registry, the product's choice; quarantined in this package
public final class Exposition {
    private final CollectorRegistry collectors = new CollectorRegistry();
    // Spelled out: at this language level an import of a deprecated class cannot be excused.
    private final io.micrometer.prometheus.PrometheusMeterRegistry meters =
            new io.micrometer.prometheus.PrometheusMeterRegistry(
                    io.micrometer.prometheus.PrometheusConfig.DEFAULT, collectors, Clock.SYSTEM);
    private final SourceCollector sources = new SourceCollector();
    private final CompressedPieces pieces = new CompressedPieces();
    private volatile @Nullable Bridge bridge;

    public Exposition(BuildInfo build) {
        collectors.register(sources);
        add(new BridgeMetrics(() -> bridge));
        add(new MetricSource() {
            @Override
            public String name() {
                return "build";
            }

            @Override
            public void collect(MetricSink sink) {
                sink.sample(OwnMetrics.BUILD_INFO, 1, build.version(), build.revision());
            }
        });
    }

    public void bind(MeterBinder binder) {
        binder.bindTo(meters);
    }

    public void add(MetricSource source) {
        sources.add(source);
    }

    /** Takes the place of the one before; null while the node has none. */
    public void set(@Nullable Bridge newBridge) {
        bridge = newBridge;
    }

    /**
     * Of the page with these names.
     *
     * @param names sample names, empty for all
     */
    CompressedPieces compressedPieces(Set<String> names) {
        // A part would take the place of the whole, and is soon compressed.
        return names.isEmpty() ? pieces : new CompressedPieces(0);
    }

    /** @param accept the request's Accept header, null if it has none */
    static String contentType(@Nullable String accept) {
        return TextFormat.chooseContentType(accept);
    }

    /**
     * Reads Foreread's own metrics now, so that an internal error is known before the first byte is sent. The metrics of
     * the node are read while they are written.
     *
     * @param names names of the samples to export; empty for all
     */
    Page collect(Set<String> names) {
        Bridge node = bridge;
        List<MetricFamilySamples> own = Collections.list(
                names.isEmpty()
                        ? collectors.metricFamilySamples()
                        : collectors.filteredMetricFamilySamples(withSamplesOf(names)));
        return (out, contentType) -> {
            TextFamily.Format format = format(contentType);
            TextBuffer buffer = new TextBuffer(out);
            if (node != null) node.write(names, format, buffer);
            ClientText.write(own, format, buffer);
            if (format == TextFamily.Format.OPEN_METRICS) buffer.append("# EOF\n");
            buffer.flush();
        };
    }

    /** A distribution is asked for by its family's name, and the client knows it by those of its samples. */
    private static Set<String> withSamplesOf(Set<String> families) {
        Set<String> samples = new HashSet<>(families);
        for (String family : families)
            for (String suffix : new String[] {"_bucket", "_count", "_sum"}) samples.add(family + suffix);
        return samples;
    }

    private static TextFamily.Format format(String contentType) {
        return contentType.equals(TextFormat.CONTENT_TYPE_OPENMETRICS_100)
                ? TextFamily.Format.OPEN_METRICS
                : TextFamily.Format.PROMETHEUS;
    }

    /** One scrape. Used once. */
    interface Page {
        void write(OutputStream out, String contentType) throws IOException;
    }
}
