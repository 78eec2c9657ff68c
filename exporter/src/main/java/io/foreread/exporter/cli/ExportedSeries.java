package io.foreread.exporter.cli;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Level;
import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Row;
import io.foreread.exporter.config.Distributions;
import io.foreread.exporter.config.MetricsConfig;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Prints how many series a configuration exports per keyspace and table. */
final class ExportedSeries {
    /** Sum, count and the typical number of buckets. */
    private static final int WITH_BUCKETS = 20;

    private static final int QUANTILES = 7;
    private static final String FORMAT = "%-10s%12s%22s%19s%n";

    private ExportedSeries() {}

    static void print(MetricsConfig config, PrintStream out) {
        out.println("Metrics of Cassandra exported under native names:");
        out.printf(Locale.ROOT, FORMAT, "line", "families", "series per keyspace", "series per table");
        for (String line : Lines.KNOWN) {
            Set<String> families = new HashSet<>();
            int perKeyspace = 0;
            int perTable = 0;
            for (Row row : CassandraCatalog.get().rows()) {
                if (!row.lines().has(line) || !config.naming().usesNativeNames() || !config.exports(row)) continue;
                families.add(row.family().name());
                if (row.group().level() == Level.KEYSPACE) perKeyspace += series(row, config);
                if (row.group().level() == Level.TABLE
                        && !row.family().labelNames().contains("index")) perTable += series(row, config);
            }
            out.printf(Locale.ROOT, FORMAT, line, families.size(), "about " + perKeyspace, "about " + perTable);
        }
        if (config.seriesBudget() > 0)
            out.println("Above " + config.seriesBudget() + " series, the least useful families are dropped.");
    }

    private static int series(Row row, MetricsConfig config) {
        Metric.Type type = row.family().type();
        if (type == Metric.Type.QUANTILES) return QUANTILES;
        if (type != Metric.Type.HISTOGRAM) return 1;
        Distributions distributions = config.distributions(row.group().level());
        return (distributions.buckets() ? WITH_BUCKETS : 2) + (distributions.quantiles() ? QUANTILES : 0);
    }
}
