package io.foreread.it.bench.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.fixture.CassandraVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScrapeReportTest {
    private static final MeasuredScrape NONE = idle(ExporterVariant.NONE, 0, 0, 0, 0, 0);
    private static final MeasuredScrape OURS = idle(ExporterVariant.FOREREAD_DEFAULT, 120, 40, 3_000_000, 30_000, 200);
    private static final MeasuredScrape ALL = idle(ExporterVariant.FOREREAD_ALL, 900, 600, 9_000_000, 400_000, 300);
    private static final MeasuredScrape PEER =
            idle(ExporterVariant.JMX_EXPORTER_1_0_NEW, 2000, 1800, 400_000_000, 6_000, 110);

    @Test
    void reportsALinePerExporterAndItsRatioToForeread() {
        String table = ScrapeReport.table(List.of(NONE, OURS, ALL, PEER));

        assertThat(table).contains("Cassandra 5.0.9, 1,000 tables, idle");
        assertThat(line(table, "none")).endsWith("5.0 %");
        assertThat(line(table, "foreread default")).contains("120.0", "40.0", "1.0", "3,000", "30,000");
        assertThat(line(table, "jmx_prometheus_javaagent-1.0.1 new")).contains("45.0");
    }

    @Test
    void reportsTheEffectOfScrapesOnClients() {
        String table = ScrapeReport.table(List.of(busy(ExporterVariant.FOREREAD_DEFAULT, 2.0, 2.1)));

        assertThat(table).contains("busy", "reads    2.00   2.10  x  1.05 (1.05 to 1.05)");
    }

    @Test
    void reportsWhichTargetsAreMet() {
        String targets = ScrapeTargets.of(List.of(NONE, OURS, ALL, PEER, busy(ExporterVariant.FOREREAD_ALL, 2, 3)));

        assertThat(line(targets, "CPU of a scrape"))
                .contains("<= 100 ms", " 40 ms")
                .endsWith(" met");
        assertThat(line(targets, "wall time of a scrape")).contains("<= 150 ms").endsWith(" met");
        assertThat(line(targets, "garbage of a scrape")).contains("<= 4.00 MB").endsWith(" met");
        assertThat(line(targets, "CPU per sample")).contains("1.50 us").endsWith(" met");
        assertThat(line(targets, "garbage per sample")).contains("23 bytes").endsWith(" met");
        assertThat(line(targets, "CPU of jmx"))
                .contains("foreread default", " 45 x")
                .endsWith(" met");
        assertThat(line(targets, "p99 of reads")).contains("1.50 x").endsWith("NOT MET");
    }

    @Test
    void comparesWithTheCheapestForereadConfigurationThatHasAtLeastAsManyFamilies() {
        MeasuredScrape many = idle(ExporterVariant.JMX_EXPORTER_1_0, 9000, 8000, 1e9, 300_000, 300);
        MeasuredScrape more = idle(ExporterVariant.JMX_EXPORTER_1_0, 9000, 8000, 1e9, 300_000, 301);

        assertThat(line(ScrapeTargets.of(List.of(OURS, ALL, many)), "CPU of jmx"))
                .contains("foreread all", "13 x")
                .endsWith("NOT MET");
        assertThat(ScrapeTargets.of(List.of(OURS, ALL, more))).doesNotContain("CPU of jmx");
    }

    @Test
    void otherExportersHaveNoTargets() {
        assertThat(ScrapeTargets.of(List.of(NONE, PEER))).isEmpty();
    }

    @Test
    void theJsonOmitsTheNodeWithoutAnExporter() {
        JsonNode list = ScrapeJson.list(List.of(NONE, OURS));

        assertThat(list).hasSize(1);
        assertThat(list.get(0).toString())
                .isEqualTo("{\"exporter\":\"foreread\",\"config\":\"default\",\"cassandra\":\"5.0.9\",\"tables\":1000,"
                        + "\"load\":\"idle\",\"wall_ms\":120.0,\"node_cpu_ms\":40.0,\"exporter_cpu_ms\":0.0,"
                        + "\"allocated_bytes\":3000000,\"samples\":30000,\"families\":200,\"body_bytes\":3000000}");
    }

    /** Returns the only line of the text that contains a match of the regular expression {@code part}. */
    private static String line(String text, String part) {
        List<String> lines =
                text.lines().filter(line -> line.matches(".*" + part + ".*")).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    private static MeasuredScrape idle(
            ExporterVariant contender, double wall, double cpu, double allocated, long samples, long families) {
        return new MeasuredScrape(
                contender,
                CassandraVersion.of("5.0.9"),
                1000,
                Load.IDLE,
                wall,
                cpu,
                0,
                allocated,
                samples,
                families,
                samples * 100,
                50,
                null);
    }

    private static MeasuredScrape busy(ExporterVariant contender, double quiet, double scraped) {
        return new MeasuredScrape(
                contender,
                CassandraVersion.of("5.0.9"),
                1000,
                Load.BUSY,
                100,
                40,
                0,
                1,
                1,
                1,
                1,
                300,
                new MeasuredScrape.P99(
                        MeasuredScrape.Change.of(new double[] {quiet}, new double[] {scraped}),
                        MeasuredScrape.Change.of(new double[] {quiet}, new double[] {quiet})));
    }
}
