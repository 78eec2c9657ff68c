package io.foreread.exporter.cli;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Fact;
import io.foreread.exporter.catalog.JmxMetrics;
import io.foreread.exporter.catalog.JvmFacts;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.catalog.Row;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Prints all metrics: one line per metric and source, in columns separated by tabs. */
final class MetricsList {
    private MetricsList() {}

    static void print(PrintStream out) {
        line(out, "metric", "type", "unit", "labels", "source", "lines", "default", "help");
        for (Row row : CassandraCatalog.get().rows())
            line(
                    out,
                    row.family(),
                    "org.apache.cassandra.metrics:type=" + row.type() + ",name=" + row.name() + ",*",
                    row.lines().toString(),
                    row.byDefault());
        facts(out, NodeFacts.all());
        facts(out, JvmFacts.all());
        own(out, OwnMetrics.all(), "agent");
        own(out, JmxMetrics.all(), "standalone exporter");
    }

    private static void facts(PrintStream out, List<Fact> facts) {
        for (Fact fact : facts)
            line(out, fact.metric(), fact.source(), fact.lines().toString(), true);
    }

    private static void own(PrintStream out, List<Metric> metrics, String source) {
        for (Metric metric : metrics) line(out, metric, source, "all", true);
    }

    private static void line(PrintStream out, Metric metric, String source, String lines, boolean byDefault) {
        line(
                out,
                metric.name(),
                metric.type().name().toLowerCase(Locale.ROOT),
                metric.unit().word(),
                String.join(",", metric.labelNames()),
                source,
                lines,
                byDefault ? "yes" : "no",
                metric.help());
    }

    private static void line(PrintStream out, String... columns) {
        out.println(String.join("\t", columns));
    }
}
