package io.foreread.exporter.source;

import io.foreread.exporter.catalog.Metric;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records the samples of a source by name and label values. */
public final class RecordingSink implements MetricSink {
    public record RecordedHistogram(List<Double> upperBounds, List<Long> cumulativeCounts, double sum) {}

    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final Map<String, RecordedHistogram> histograms = new LinkedHashMap<>();

    /** Returns a sink with all samples and histograms that the source exports now. */
    public static RecordingSink of(MetricSource source) {
        RecordingSink sink = new RecordingSink();
        source.collect(sink);
        return sink;
    }

    @Override
    public void sample(Metric metric, double value, String... labelValues) {
        if (samples.put(key(metric, labelValues), value) != null)
            throw new AssertionError("exported twice: " + key(metric, labelValues));
    }

    @Override
    public void histogram(
            Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues) {
        RecordedHistogram recorded = new RecordedHistogram(
                Arrays.stream(upperBounds).boxed().toList(),
                Arrays.stream(cumulativeCounts).boxed().toList(),
                sum);
        if (histograms.put(key(metric, labelValues), recorded) != null)
            throw new AssertionError("exported twice: " + key(metric, labelValues));
    }

    @Override
    public void summary(Metric metric, long count, double sum, String... labelValues) {
        sample(metric, sum, labelValues);
    }

    /** Returns the values of the samples. A key is {@code name} or, with label values, {@code name[value, value]}. */
    public Map<String, Double> samples() {
        return samples;
    }

    public Map<String, RecordedHistogram> histograms() {
        return histograms;
    }

    private static String key(Metric metric, String... labelValues) {
        List<String> values = Arrays.asList(labelValues);
        if (values.size() != metric.labelNames().size())
            throw new AssertionError(metric + " has labels " + metric.labelNames() + ", got " + values);
        return metric.name() + (values.isEmpty() ? "" : values);
    }
}
