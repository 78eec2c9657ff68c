package io.foreread.exporter.http;

import io.foreread.exporter.cassandra.CpuYield;
import io.foreread.exporter.text.Labels;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Writes families of the Prometheus client library as text. The {@code TextFormat} of the library is not used, because
 * it writes single characters: for Foreread's few families it needed a fifth of the time that the bridge needs for all
 * metrics of Cassandra.
 */
final class ClientText {
    private static final String[] NO_VALUES = {};

    private ClientText() {}

    static void write(List<MetricFamilySamples> families, TextFamily.Format format, TextBuffer out) throws IOException {
        CpuYield cpuYield = new CpuYield();
        for (MetricFamilySamples family : families) {
            out.append(header(family).header(format));
            for (Sample sample : family.samples) {
                write(sample, out);
                out.flushIfFull();
                cpuYield.yieldIfDue();
            }
        }
    }

    /** Adds the suffix that the library leaves out of the family name. */
    private static TextFamily header(MetricFamilySamples family) {
        String name = family.name;
        if (family.type == Collector.Type.COUNTER) name += "_total";
        if (family.type == Collector.Type.INFO) name += "_info";
        return new TextFamily(name, family.type.name().toLowerCase(Locale.ROOT), family.help);
    }

    private static void write(Sample sample, TextBuffer out) {
        byte[] labels = Labels.text(sample.labelNames, sample.labelValues.toArray(NO_VALUES));
        out.append(sample.name);
        if (labels.length > 0) out.append('{').append(labels).append('}');
        out.append(' ').append(sample.value).append('\n');
    }
}
