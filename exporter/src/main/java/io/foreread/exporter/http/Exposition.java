package io.foreread.exporter.http;

import io.foreread.exporter.BuildInfo;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.Writer;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** All metrics as text. Thread-safe. A private registry: the default one belongs to everybody in the JVM. */
@SuppressWarnings(
        "deprecation") // Micrometer's simpleclient registry, the product's choice; quarantined in this package
public final class Exposition {
    private final CollectorRegistry collectors = new CollectorRegistry();
    // Spelled out: at this language level an import of a deprecated class cannot be excused.
    private final io.micrometer.prometheus.PrometheusMeterRegistry meters =
            new io.micrometer.prometheus.PrometheusMeterRegistry(
                    io.micrometer.prometheus.PrometheusConfig.DEFAULT, collectors, Clock.SYSTEM);
    private final SourceCollector sources = new SourceCollector();

    public Exposition(BuildInfo build) {
        collectors.register(sources);
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

    /** Counts what a source could not read. */
    public LongAdder errorsOf(String source) {
        return sources.errorsOf(source);
    }

    /** @param accept the request's Accept header, or null */
    static String contentType(String accept) {
        return TextFormat.chooseContentType(accept);
    }

    /**
     * Reads everything now and writes it later, so that an error is known before the first byte has gone out.
     *
     * @param names sample names to tell, empty for all
     */
    Page collect(Set<String> names) {
        List<MetricFamilySamples> families = Collections.list(
                names.isEmpty() ? collectors.metricFamilySamples() : collectors.filteredMetricFamilySamples(names));
        return (out, contentType) -> TextFormat.writeFormat(contentType, out, Collections.enumeration(families));
    }

    /** One collection. Immutable. */
    interface Page {
        void write(Writer out, String contentType) throws IOException;
    }
}
