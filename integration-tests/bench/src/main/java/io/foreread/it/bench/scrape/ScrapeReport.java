package io.foreread.it.bench.scrape;

import java.util.List;
import java.util.Locale;

/** Formats the results of {@code ./bench scrape} as text. */
final class ScrapeReport {
    private ScrapeReport() {}

    /** The table of one release, number of tables and load, with a line per exporter. */
    static String table(List<MeasuredScrape> rows) {
        MeasuredScrape first = rows.get(0);
        StringBuilder text = new StringBuilder();
        add(
                text,
                "%nCassandra %s, %,d tables, %s: medians of the cost of a scrape%n%n",
                first.release(),
                first.tables(),
                first.load().word());
        add(
                text,
                "  %-36s %9s %9s %9s %7s %11s %9s %8s %9s %8s%n",
                "",
                "wall ms",
                "node CPU",
                "exporter",
                "CPU",
                "allocated",
                "samples",
                "families",
                "body",
                "node CPU");
        add(
                text,
                "  %-36s %9s %9s %9s %7s %11s %9s %8s %9s %8s%n",
                "",
                "",
                "ms",
                "CPU ms",
                "ratio",
                "KB",
                "",
                "",
                "KB",
                "before");
        double ours = rows.stream()
                .filter(row -> row.contender() == ExporterVariant.FOREREAD_DEFAULT)
                .mapToDouble(MeasuredScrape::cpuMillis)
                .findFirst()
                .orElse(0);
        for (MeasuredScrape row : rows) text.append(line(row, ours));
        if (first.load() == Load.BUSY) p99(rows, text);
        return text.toString();
    }

    private static String line(MeasuredScrape row, double oursMillis) {
        String itself = String.format(Locale.ROOT, "%.1f %%", row.nodeCpuMillisPerSecond() / 10);
        if (row.contender() == ExporterVariant.NONE)
            return String.format(Locale.ROOT, "  %-36s %87s%n", row.contender(), itself);
        return String.format(
                Locale.ROOT,
                "  %-36s %9.1f %9.1f %9.1f %7s %,11d %,9d %8d %,9d %8s%n",
                row.contender(),
                row.wallMillis(),
                row.nodeCpuMillis(),
                row.exporterCpuMillis(),
                oursMillis > 0 ? String.format(Locale.ROOT, "%.1f", row.cpuMillis() / oursMillis) : "",
                Math.round(row.allocatedBytes() / 1000),
                row.samples(),
                row.families(),
                row.bodyBytes() / 1000,
                itself);
    }

    private static void p99(List<MeasuredScrape> rows, StringBuilder text) {
        add(
                text,
                "%n  p99 of clients' requests, ms: not scraped, scraped every second, ratio (95 %% confidence interval)%n");
        for (MeasuredScrape row : rows) {
            p99(row.contender(), "reads", row.p99OfRequests().reads(), text);
            p99(row.contender(), "writes", row.p99OfRequests().writes(), text);
        }
    }

    private static void p99(
            ExporterVariant contender, String requests, MeasuredScrape.Change change, StringBuilder text) {
        add(
                text,
                "  %-36s %-6s %6.2f %6.2f  x %5.2f (%.2f to %.2f)%n",
                contender,
                requests,
                change.quietMillis(),
                change.scrapedMillis(),
                change.ratio(),
                change.least(),
                change.most());
    }

    private static void add(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments));
    }
}
