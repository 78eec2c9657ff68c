package io.foreread.exporter.http;

import io.foreread.exporter.cassandra.Bridge;
import io.foreread.exporter.cassandra.BridgeMetrics;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.config.BuildInfo;
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
 * Writes all metrics as text: first the series that the bridge writes for the node, then Foreread's own metrics from
 * the Prometheus client library. Uses a private registry, because the default one is shared in the JVM. Thread-safe.
 */
@SuppressWarnings("deprecation") // Micrometer's registry for the simpleclient is deprecated; used in this package only
public final class Exposition {
    private final CollectorRegistry collectors = new CollectorRegistry();
    // Qualified, because Java 8 cannot suppress the warning of an import of a deprecated class.
    private final io.micrometer.prometheus.PrometheusMeterRegistry meters =
            new io.micrometer.prometheus.PrometheusMeterRegistry(
                    io.micrometer.prometheus.PrometheusConfig.DEFAULT, collectors, Clock.SYSTEM);
    private final SourceCollector sources = new SourceCollector();
    private final CompressedPieces pieces = new CompressedPieces();
    private final Renderings renderings = new Renderings();
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

    /** Sets the bridge that writes the series of the node; null if there is none. */
    public void set(@Nullable Bridge newBridge) {
        bridge = newBridge;
    }

    /** Closes the meters. Metrics must not be rendered any more. */
    public void close() {
        meters.close();
    }

    /**
     * Returns a complete rendering that began after this call, possibly shared with other scrapes. The caller must
     * release it.
     *
     * @param names names of the samples to write, empty for all
     * @throws NotServedException if there are too many scrapes at a time, or the rendering is too large
     */
    Rendering render(Set<String> names, String contentType, ScrapeContext context) throws NotServedException {
        return renderings.get(names, contentType, context, out -> {
            // A partial exposition is cheap to compress and would replace the cached pieces of the complete one.
            CompressedPieces cache = names.isEmpty() ? pieces : new CompressedPieces(0);
            try (CompressedPieces.Response gzip = cache.response(out)) {
                write(names, format(contentType), gzip);
                gzip.finish();
                return gzip.textBytes();
            }
        });
    }

    /**
     * Returns the content type of the response: OpenMetrics for clients that name it and do not prefer plain text.
     *
     * @param accept the Accept header of the request, or null
     */
    static String contentType(@Nullable String accept) {
        QualityValues accepted = new QualityValues(accept);
        double openMetrics = accepted.ofExactly("application/openmetrics-text");
        double plainText = accepted.ofFirst("text/plain", "text/*", "*/*");
        return openMetrics > 0 && openMetrics >= plainText
                ? TextFormat.CONTENT_TYPE_OPENMETRICS_100
                : TextFormat.CONTENT_TYPE_004;
    }

    private void write(Set<String> names, TextFamily.Format format, OutputStream out) throws IOException {
        TextBuffer buffer = new TextBuffer(out);
        Bridge current = bridge;
        if (current != null) current.write(names, format, buffer);
        List<MetricFamilySamples> own = Collections.list(
                names.isEmpty()
                        ? collectors.metricFamilySamples()
                        : collectors.filteredMetricFamilySamples(withSamplesOf(names)));
        ClientText.write(own, format, buffer);
        if (format == TextFamily.Format.OPEN_METRICS) buffer.append("# EOF\n");
        buffer.flush();
    }

    /**
     * Adds the sample names of distributions, because the Prometheus client library filters by sample name and not by
     * family name.
     */
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
}
