package io.foreread.exporter.cli;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.Distributions;
import io.foreread.exporter.config.MetricsConfig;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The number of series that a configuration exports per keyspace and per table, for one line of Cassandra such as 4.1. */
final class ExportedSeries {
    /** Sum, count and the typical number of buckets. */
    private static final int WITH_BUCKETS = 20;

    private static final int QUANTILES = 7;
    private static final String FORMAT = "%-10s%12s%22s%19s%n";

    private final String line;
    private int families;
    private int perKeyspace;
    private int perTable;

    private ExportedSeries(String line) {
        this.line = line;
    }

    /** Returns one element for each line of Cassandra, the oldest line first. */
    static List<ExportedSeries> of(MetricsConfig config) {
        List<ExportedSeries> all = new ArrayList<>();
        for (String line : Lines.KNOWN) {
            ExportedSeries exported = new ExportedSeries(line);
            exported.count(config);
            all.add(exported);
        }
        return all;
    }

    private void count(MetricsConfig config) {
        Set<String> names = new HashSet<>();
        for (Row row : CassandraCatalog.get().rows()) {
            if (!row.lines().has(line) || !config.naming().usesNativeNames() || !config.exports(row)) continue;
            names.add(row.family().name());
            if (row.group().level() == Level.KEYSPACE) perKeyspace += series(row, config);
            if (row.group().level() == Level.TABLE && !row.family().labelNames().contains("index"))
                perTable += series(row, config);
        }
        families = names.size();
    }

    static void print(MetricsConfig config, PrintStream out) {
        out.println("Metrics of Cassandra exported under native names:");
        out.printf(Locale.ROOT, FORMAT, "Cassandra", "families", "series per keyspace", "series per table");
        for (ExportedSeries each : of(config))
            out.printf(
                    Locale.ROOT,
                    FORMAT,
                    each.line,
                    each.families,
                    "about " + each.perKeyspace,
                    "about " + each.perTable);
        if (config.seriesBudget() > 0)
            out.println("Above " + config.seriesBudget() + " series, the least useful families are dropped.");
    }

    /** The values by name, for JSON. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("cassandra", line);
        values.put("families", families);
        values.put("seriesPerKeyspace", perKeyspace);
        values.put("seriesPerTable", perTable);
        return values;
    }

    private static int series(Row row, MetricsConfig config) {
        Metric.Type type = row.family().type();
        if (type == Metric.Type.QUANTILES) return QUANTILES;
        if (type != Metric.Type.HISTOGRAM) return 1;
        Distributions distributions = config.distributions(row.group().level());
        return (distributions.buckets() ? WITH_BUCKETS : 2) + (distributions.quantiles() ? QUANTILES : 0);
    }
}
