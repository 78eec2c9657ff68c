package io.foreread.exporter.http;

import io.foreread.exporter.cassandra.CpuYield;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import io.foreread.exporter.source.ReadErrors;
import io.prometheus.client.Collector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * Converts the samples of sources to families of the Prometheus client. Thread-safe: each collection has its own sink.
 */
final class SourceCollector extends Collector {
    private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
    private final Map<String, Double> lastSeconds = new ConcurrentHashMap<>();
    private final ReadErrors errors = new ReadErrors();

    void add(MetricSource source) {
        errorsOf(source.name());
        sources.add(source);
    }

    LongAdder errorsOf(String source) {
        return errors.of(source);
    }

    @Override
    public List<MetricFamilySamples> collect() {
        Families families = new Families();
        for (MetricSource source : sources) {
            long startNanos = System.nanoTime();
            try {
                source.collect(families);
            } catch (RuntimeException | AssertionError | LinkageError e) {
                // This scrape lacks the families of this source and has the families of all other sources.
                errors.failed(
                        source.name(),
                        "metrics of " + source.name(),
                        source.getClass().getSimpleName(),
                        e);
            }
            lastSeconds.put(source.name(), (System.nanoTime() - startNanos) * 1e-9);
        }
        lastSeconds.forEach((source, seconds) -> families.sample(OwnMetrics.SCRAPE_SECONDS, seconds, source));
        errors.counts().forEach((source, count) -> families.sample(OwnMetrics.SCRAPE_ERRORS, count.sum(), source));
        return families.finished();
    }

    private static final class Families implements MetricSink {
        private final Map<Metric, List<MetricFamilySamples.Sample>> samples = new LinkedHashMap<>();
        private final CpuYield cpuYield = new CpuYield();

        @Override
        public void sample(Metric metric, double value, String... labelValues) {
            add(metric, metric.name(), metric.labelNames(), Arrays.asList(labelValues), value);
            cpuYield.yieldIfDue();
        }

        @Override
        public void histogram(
                Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues) {
            List<String> values = Arrays.asList(labelValues);
            List<String> namesWithBound = with(metric.labelNames(), "le");
            for (int i = 0; i < upperBounds.length; i++)
                add(
                        metric,
                        metric.name() + "_bucket",
                        namesWithBound,
                        with(values, bound(upperBounds[i])),
                        cumulativeCounts[i]);
            add(
                    metric,
                    metric.name() + "_count",
                    metric.labelNames(),
                    values,
                    cumulativeCounts[cumulativeCounts.length - 1]);
            add(metric, metric.name() + "_sum", metric.labelNames(), values, sum);
            cpuYield.yieldIfDue();
        }

        /**
         * Returns the bound in decimal notation. The bridge uses the same notation, so that a query by {@code le}
         * matches all histograms.
         */
        private static String bound(double upperBound) {
            String text = Collector.doubleToGoString(upperBound);
            if (text.indexOf('E') < 0) return text;
            String plain = new BigDecimal(text).stripTrailingZeros().toPlainString();
            return plain.indexOf('.') < 0 ? plain + ".0" : plain;
        }

        @Override
        public void summary(Metric metric, long count, double sum, String... labelValues) {
            List<String> values = Arrays.asList(labelValues);
            add(metric, metric.name() + "_count", metric.labelNames(), values, count);
            add(metric, metric.name() + "_sum", metric.labelNames(), values, sum);
        }

        private void add(Metric metric, String name, List<String> labelNames, List<String> labelValues, double value) {
            samples.computeIfAbsent(metric, family -> new ArrayList<>())
                    .add(new MetricFamilySamples.Sample(name, labelNames, labelValues, value));
        }

        List<MetricFamilySamples> finished() {
            List<MetricFamilySamples> families = new ArrayList<>(samples.size());
            samples.forEach((metric, list) ->
                    families.add(new MetricFamilySamples(familyName(metric), type(metric), metric.help(), list)));
            return families;
        }

        /**
         * Returns the name as the client library expects it: the name of an info family has no suffix, only its sample
         * has one.
         */
        private static String familyName(Metric metric) {
            return metric.type() == Metric.Type.INFO
                    ? metric.name().substring(0, metric.name().length() - "_info".length())
                    : metric.name();
        }

        private static Type type(Metric metric) {
            return metric.type() == Metric.Type.QUANTILES
                    ? Type.GAUGE
                    : Type.valueOf(metric.type().name());
        }

        private static List<String> with(List<String> list, String last) {
            List<String> longer = new ArrayList<>(list.size() + 1);
            longer.addAll(list);
            longer.add(last);
            return Collections.unmodifiableList(longer);
        }
    }
}
