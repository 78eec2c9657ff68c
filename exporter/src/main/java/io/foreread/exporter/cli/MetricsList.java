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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints all metrics: one line per metric and source, in columns separated by tabs, or as JSON. */
public final class MetricsList {
    private static final List<String> COLUMNS =
            Arrays.asList("metric", "type", "unit", "labels", "source", "cassandra", "default", "help");

    private final List<List<String>> rows = new ArrayList<>();

    private MetricsList() {
        for (Row row : CassandraCatalog.get().rows())
            add(
                    row.family(),
                    "org.apache.cassandra.metrics:type=" + row.type() + ",name=" + row.name() + ",*",
                    row.lines().toString(),
                    row.byDefault());
        addFacts(NodeFacts.all());
        addFacts(JvmFacts.all());
        addOwn(OwnMetrics.all(), "agent");
        addOwn(JmxMetrics.all(), "standalone exporter");
    }

    public static void print(PrintStream out) {
        out.println(String.join("\t", COLUMNS));
        for (List<String> row : new MetricsList().rows) out.println(String.join("\t", row));
    }

    /** Prints a list of maps: one map per metric and source, with the column names as keys. */
    public static void printJson(PrintStream out) {
        List<Map<String, String>> maps = new ArrayList<>();
        for (List<String> row : new MetricsList().rows) {
            Map<String, String> map = new LinkedHashMap<>();
            for (int i = 0; i < row.size(); i++) map.put(COLUMNS.get(i), row.get(i));
            maps.add(map);
        }
        out.println(JsonText.of(maps));
    }

    private void addFacts(List<Fact> facts) {
        for (Fact fact : facts) add(fact.metric(), fact.source(), fact.lines().toString(), true);
    }

    private void addOwn(List<Metric> metrics, String source) {
        for (Metric metric : metrics) add(metric, source, "all", true);
    }

    private void add(Metric metric, String source, String lines, boolean byDefault) {
        rows.add(Arrays.asList(
                metric.name(),
                metric.type().name().toLowerCase(Locale.ROOT),
                metric.unit().word(),
                String.join(",", metric.labelNames()),
                source,
                lines,
                byDefault ? "yes" : "no",
                metric.help()));
    }
}
