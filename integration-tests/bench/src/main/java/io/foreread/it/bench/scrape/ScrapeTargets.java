package io.foreread.it.bench.scrape;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Compares the measured cost of scrapes with the targets. */
final class ScrapeTargets {
    private static final int MANY_TABLES = 1000;
    private static final double CPU_MILLIS = 100;
    private static final double WALL_MILLIS = 150;
    private static final double GARBAGE_BYTES = 4e6;
    private static final double MICROS_PER_SAMPLE = 2;
    private static final double BYTES_PER_SAMPLE = 50;
    private static final double TIMES_LESS_CPU = 40;
    /** The highest ratio at which two p99s count as equal. */
    private static final double P99_RATIO = 1.1;

    private final StringBuilder text = new StringBuilder();
    private final List<MeasuredScrape> results;

    private ScrapeTargets(List<MeasuredScrape> results) {
        this.results = results;
    }

    static String of(List<MeasuredScrape> results) {
        ScrapeTargets targets = new ScrapeTargets(results);
        targets.all();
        return targets.text.isEmpty() ? "" : String.format("%nTargets%n") + targets.text;
    }

    private void all() {
        for (MeasuredScrape one : results) {
            if (one.contender().kind() == ExporterVariant.Kind.JAVA_AGENT
                    && one.load() == Load.IDLE
                    && one.tables() > 0) peer(one);
            if (one.contender() == ExporterVariant.FOREREAD_DEFAULT
                    && one.load() == Load.IDLE
                    && one.tables() >= MANY_TABLES) {
                atMost("CPU of a scrape", one, one.cpuMillis(), CPU_MILLIS, "ms");
                atMost("garbage of a scrape", one, one.allocatedBytes() / 1e6, GARBAGE_BYTES / 1e6, "MB");
                atMost("wall time of a scrape", one, one.wallMillis(), WALL_MILLIS, "ms");
            }
            if (one.contender() == ExporterVariant.FOREREAD_ALL && one.load() == Load.IDLE && one.tables() > 0) {
                atMost("CPU per sample", one, one.cpuMicrosPerSample(), MICROS_PER_SAMPLE, "us");
                atMost("garbage per sample", one, one.bytesPerSample(), BYTES_PER_SAMPLE, "bytes");
            }
            if (isForeread(one) && one.load() == Load.BUSY) {
                atMost(
                        "p99 of reads, scraped / not",
                        one,
                        one.p99OfRequests().reads().ratio(),
                        P99_RATIO,
                        "x");
                atMost(
                        "p99 of writes, scraped / not",
                        one,
                        one.p99OfRequests().writes().ratio(),
                        P99_RATIO,
                        "x");
            }
        }
    }

    private static boolean isForeread(MeasuredScrape one) {
        return one.contender().kind() == ExporterVariant.Kind.FOREREAD;
    }

    /**
     * Compares another exporter with the configuration of Foreread that uses the least CPU time among those that export at
     * least as many families.
     */
    private void peer(MeasuredScrape peer) {
        Optional<MeasuredScrape> ours = results.stream()
                .filter(ScrapeTargets::isForeread)
                .filter(one -> one.release().equals(peer.release())
                        && one.tables() == peer.tables()
                        && one.load() == peer.load()
                        && one.families() >= peer.families())
                .min(Comparator.comparingDouble(MeasuredScrape::cpuMillis));
        if (ours.isEmpty()) return;
        MeasuredScrape one = ours.get();
        double times = peer.cpuMillis() / one.cpuMillis();
        line(
                "CPU of " + peer.contender() + " (" + peer.families() + " families, Foreread " + one.families() + ")",
                one,
                String.format(Locale.ROOT, ">= %.0f x", TIMES_LESS_CPU),
                times,
                "x",
                times >= TIMES_LESS_CPU ? "met" : "NOT MET");
    }

    private void atMost(String what, MeasuredScrape row, double measured, double most, String unit) {
        line(
                what,
                row,
                String.format(Locale.ROOT, "<= %s %s", number(most), unit),
                measured,
                unit,
                measured <= most ? "met" : "NOT MET");
    }

    private void line(String what, MeasuredScrape row, String target, double measured, String unit, String verdict) {
        text.append(String.format(
                Locale.ROOT,
                "  %-7s %5d tables %-5s %-16s %-72s %-14s %10s %-5s  %s%n",
                row.release(),
                row.tables(),
                row.load().word(),
                row.contender(),
                what,
                target,
                number(measured),
                unit,
                verdict));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }
}
