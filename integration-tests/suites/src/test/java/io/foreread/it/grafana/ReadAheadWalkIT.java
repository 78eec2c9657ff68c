package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.GrafanaDirectory;
import io.foreread.it.fixture.PrometheusConfig;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.fixture.Shell;
import io.foreread.it.node.NodeReleases;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Draws the Read-ahead dashboard before and after read-ahead is enabled, on a volume with a tenth of the limits of EBS
 * gp3.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ReadAheadWalkIT {
    private static final Duration PHASE = Duration.ofSeconds(60);
    private static final Duration AROUND_THE_SWITCH = Duration.ofSeconds(30);

    /**
     * The rate window of the panels. After this time the window contains only samples taken since compactions began.
     */
    private static final Duration SETTLED = Duration.ofSeconds(20);

    private static final String MEAN_READ_BYTES =
            "sum(increase(cassandra_sstable_read_size_bytes_sum{activity=\"compaction\",component=\"Data\"}[40s]))"
                    + " / sum(increase(cassandra_sstable_read_size_bytes_count{activity=\"compaction\",component=\"Data\"}[40s]))";
    private static final String SCANNED_BYTES_PER_SECOND = "sum(rate(cassandra_compaction_scanned_bytes_total[40s]))";

    @BeforeAll
    static void prepare() {
        assumeThat(Shell.isRoot())
                .as("the test runs as root, which can limit a volume")
                .isTrue();
        assumeThat(PrometheusServer.installed()).as("prometheus is installed").isTrue();
        BoardRenderer.install();
    }

    @Test
    void theReadAheadBoardShowsTheEffectOfReadAhead() {
        try (BusyVolume volume = BusyVolume.create();
                PrometheusServer prometheus = PrometheusServer.start(
                        PrometheusConfig.every(Duration.ofSeconds(1))
                                .nodes(List.of(volume.metricsAddress()))
                                .rules(GrafanaDirectory.locate().resolve("alerts/*.yaml")),
                        NodeReleases.storage("walk-prometheus", CassandraRelease.newestOf("4.1")))) {
            Instant begun = Instant.now();
            volume.compactFor(PHASE, false);
            double readBefore = prometheus.api().query(MEAN_READ_BYTES).orElseThrow();
            double scannedBefore =
                    prometheus.api().query(SCANNED_BYTES_PER_SECOND).orElseThrow();
            Instant switched = Instant.now();
            volume.compactFor(PHASE, true);
            double readAfter = prometheus.api().query(MEAN_READ_BYTES).orElseThrow();
            double scannedAfter =
                    prometheus.api().query(SCANNED_BYTES_PER_SECOND).orElseThrow();
            Instant ended = Instant.now();

            draw(prometheus, "walk-1-before", begun.plus(SETTLED), switched);
            draw(prometheus, "walk-2-switched", begun.plus(SETTLED), switched.plus(AROUND_THE_SWITCH));
            draw(prometheus, "walk-3-after", begun.plus(SETTLED), ended);
            assertThat(readAfter).isGreaterThan(10 * readBefore);
            assertThat(scannedAfter).isGreaterThan(scannedBefore);
        }
    }

    private static void draw(PrometheusServer prometheus, String name, Instant from, Instant to) {
        List<String> options = new ArrayList<>(List.of(
                "--board",
                "read-ahead",
                "--name",
                name,
                "--var",
                "iops_limit=" + BusyVolume.READS_PER_SECOND,
                "--var",
                "mibps_limit=" + BusyVolume.MIB_PER_SECOND));
        for (String title : List.of(
                "Nodes that read ahead",
                "Mean read of scans",
                "Reads saved",
                "Chunks per fill",
                "Compaction throughput",
                "Verdict",
                "Read sizes: compaction",
                "Physical reads by activity",
                "Bytes read by activity",
                "IOPS-bound or bandwidth-bound",
                "Share of the IOPS limit",
                "Share of the bandwidth limit")) options.addAll(List.of("--panel", title));
        assertThat(BoardRenderer.draw(prometheus, from, to, options.toArray(String[]::new)))
                .singleElement()
                .satisfies(report -> assertThat(report.failed()).isEmpty());
    }
}
