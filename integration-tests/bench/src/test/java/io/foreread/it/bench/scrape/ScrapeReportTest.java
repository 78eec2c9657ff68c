package io.foreread.it.bench.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.results.WrittenResults;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScrapeReportTest {
    private static final List<ScrapeTurn> NONE =
            List.of(new ScrapeTurn(1, ScrapeTurn.NONE, "5.0.9", 1000, "idle", 0, 0, 0, 50, null, List.of(), List.of()));
    private static final List<ScrapeTurn> OURS = idle("foreread default", 120, 40, 3_000_000, 30_000, 200);
    private static final List<ScrapeTurn> ALL = idle("foreread all", 900, 600, 9_000_000, 400_000, 300);
    private static final List<ScrapeTurn> OTHER =
            idle("jmx_prometheus_javaagent-1.0.1 new", 2000, 1800, 400_000_000, 6_000, 110);

    @Test
    void reportsALinePerExporterAndItsRatioToForeread() {
        assertThat(ScrapeReport.costTable(result(NONE, OURS, ALL, OTHER))
                        .lines()
                        .skip(2))
                .containsExactly(
                        "| 5.0.9 | 1,000 | idle | foreread default | 120.0 | 40.0 | 0.0 | 1.0 | 3.00 | 30,000 | 200 | 3,000 | 0.05 |",
                        "| 5.0.9 | 1,000 | idle | foreread all | 900.0 | 600.0 | 0.0 | 15.0 with 13.33 times the samples | 9.00"
                                + " | 400,000 | 300 | 40,000 | 0.05 |",
                        "| 5.0.9 | 1,000 | idle | jmx_prometheus_javaagent-1.0.1 new | 2,000.0 | 1,800.0 | 0.0"
                                + " | 45.0 with 0.20 times the samples"
                                + " | 400.00 | 6,000 | 110 | 600 | 0.05 |");
    }

    @Test
    void reportsTheCpuTimeOfAnIntervalThatIncludesTheWorkBetweenScrapes() {
        ScrapeTurn earlier = OURS.get(0);
        ScrapeTurn turn = new ScrapeTurn(
                1,
                "foreread default",
                "5.0.9",
                1000,
                "idle",
                30_000,
                200,
                3,
                50,
                1_234.4,
                earlier.scrapes(),
                List.of());

        assertThat(WrittenResults.table(ScrapeBench.TABLES, "costs", result(List.of(turn)))
                        .lines())
                .anyMatch(line -> line.endsWith("| node's cores before | CPU in 15 s with one scrape, ms |"))
                .anyMatch(line -> line.endsWith("| 0.05 | 1,234 |"));
        assertThat(ScrapeReport.costTable(result(OURS))).doesNotContain("CPU in 15 s");
    }

    @Test
    void reportsTheEffectOfScrapesOnClients() {
        ScrapeResult result = result(busy("foreread default", 2.0, 2.1));

        assertThat(ScrapeReport.latencyTable(result).lines())
                .contains(
                        "| 5.0.9 | 1,000 | foreread default | p99 of reads | 2.00 | 2.10 | 1.05 (1.05 to 1.05) | 3 |",
                        "| 5.0.9 | 1,000 | foreread default | p99.9 of reads | 4.00 | 4.20 | 1.05 (1.05 to 1.05) | 3 |",
                        "| 5.0.9 | 1,000 | foreread default | p99.9 of writes | 2.00 | 2.00 | 1.00 (1.00 to 1.00) | 3 |");
        assertThat(ScrapeReport.latencyTable(result(OURS))).isEmpty();
    }

    @Test
    void reportsWhichGoalsAreMet() {
        String goals = ScrapeGoals.table(result(NONE, OURS, ALL, OTHER, busy("foreread all", 2, 3)));

        assertThat(line(goals, "CPU of a scrape")).endsWith("| 40.0 (40.0 to 40.0) | 3 | <= 100 | 5 %: <= 105 | met |");
        assertThat(line(goals, "wall time of a scrape")).contains("<= 150 ").endsWith("| met |");
        assertThat(line(goals, "garbage of a scrape")).contains("<= 4.00 ").endsWith("| met |");
        assertThat(line(goals, "CPU per sample")).contains("| 1.50 (").endsWith("| met |");
        assertThat(line(goals, "garbage per sample")).contains("| 22.5 (").endsWith("| met |");
        assertThat(line(goals, "CPU of jmx"))
                .contains("| foreread default |", "| 45.0 (45.0 to 45.0) | 3 | >= 40.0 ")
                .endsWith("| met |");
        assertThat(line(goals, "p99 of reads")).contains("| 1.50 (").endsWith("| **not met** |");
        assertThat(line(goals, "p99.9 of reads")).contains("20 %: <= 1.32").endsWith("| **not met** |");
        assertThat(line(goals, "p99.9 of writes")).endsWith("| met |");
    }

    @Test
    void comparesWithTheCheapestForereadConfigurationThatHasAtLeastAsManyFamilies() {
        List<ScrapeTurn> many = idle("jmx_prometheus_javaagent-1.0.1 old", 9000, 8000, 1e9, 300_000, 300);
        List<ScrapeTurn> more = idle("jmx_prometheus_javaagent-1.0.1 old", 9000, 8000, 1e9, 300_000, 301);

        assertThat(line(ScrapeGoals.table(result(OURS, ALL, many)), "CPU of jmx"))
                .contains("foreread all", "| 13.3 (")
                .endsWith("| **not met** |");
        assertThat(ScrapeGoals.table(result(OURS, ALL, more))).doesNotContain("CPU of jmx");
    }

    @Test
    void comparesWithEveryVersionOfJmxExporter() {
        List<ScrapeTurn> collector = idle("collector-1.7.0 new", 2000, 1200, 400_000_000, 6_000, 110);

        assertThat(line(ScrapeGoals.table(result(OURS, OTHER, collector)), "CPU of collector"))
                .contains(
                        "| CPU of collector-1.7.0 new (110 families, 6,000 samples) / Foreread (200 families, 30,000 samples) | 30.0 (")
                .endsWith("| **not met** |");
    }

    @Test
    void otherExportersHaveNoGoals() {
        assertThat(ScrapeGoals.table(result(NONE, OTHER))).isEmpty();
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(ScrapeBench.TABLES, "costs", result(OURS, busy("foreread all", 2, 3))))
                .isEqualTo(ScrapeReport.costTable(result(OURS, busy("foreread all", 2, 3))));
        assertThat(WrittenResults.table(ScrapeBench.TABLES, "latencies", result(OURS, busy("foreread all", 2, 3))))
                .isEqualTo(ScrapeReport.latencyTable(result(OURS, busy("foreread all", 2, 3))));
        assertThat(WrittenResults.table(ScrapeBench.TABLES, "goals", result(OURS, busy("foreread all", 2, 3))))
                .isEqualTo(ScrapeGoals.table(result(OURS, busy("foreread all", 2, 3))));
    }

    /** Returns the only line of the text that contains a match of the regular expression {@code part}. */
    private static String line(String text, String part) {
        List<String> lines =
                text.lines().filter(line -> line.matches(".*" + part + ".*")).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    @SafeVarargs
    private static ScrapeResult result(List<ScrapeTurn>... turns) {
        List<ScrapeTurn> all = new ArrayList<>();
        for (List<ScrapeTurn> some : turns) all.addAll(some);
        return new ScrapeResult(all);
    }

    private static List<ScrapeTurn> idle(
            String contender, double wall, double cpu, double allocated, long samples, long families) {
        List<ScrapeTurn> turns = new ArrayList<>();
        ScrapeCost cost = new ScrapeCost(wall, cpu, 0, allocated);
        for (int round = 1; round <= 3; round++)
            turns.add(new ScrapeTurn(
                    round,
                    contender,
                    "5.0.9",
                    1000,
                    "idle",
                    samples,
                    families,
                    samples * 100,
                    50,
                    null,
                    List.of(cost, cost),
                    List.of()));
        return turns;
    }

    private static List<ScrapeTurn> busy(String contender, double quiet, double scraped) {
        LatencyPair pair = new LatencyPair(
                new RequestLatency(quiet, 2 * quiet, 1, 2), new RequestLatency(scraped, 2 * scraped, 1, 2));
        return List.of(new ScrapeTurn(
                1,
                contender,
                "5.0.9",
                1000,
                "busy",
                1,
                1,
                1,
                300,
                null,
                List.of(new ScrapeCost(100, 40, 0, 1)),
                List.of(pair, pair, pair)));
    }
}
