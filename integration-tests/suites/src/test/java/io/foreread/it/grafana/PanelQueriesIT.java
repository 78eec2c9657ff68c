package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.board.Board;
import io.foreread.it.board.Board.Panel;
import io.foreread.it.board.Board.Query;
import io.foreread.it.board.ChosenValues;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.node.NodeReleases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executes every query of every dashboard on a real Prometheus that has scraped real nodes. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class PanelQueriesIT {
    /** The minimum share of queries with data. The other queries need TLS, node_exporter, or a rare event. */
    private static final double MIN_WITH_DATA_PERCENT = 95;

    private static final Duration STEP = Duration.ofSeconds(5);
    private static final String RATE_INTERVAL = "20s";

    /** The load before the dashboards are drawn. It is longer than the windows of all rates. */
    private static final Duration LOAD = Duration.ofSeconds(45);

    private static LivingCluster cluster;
    private static PrometheusServer prometheus;
    private static Instant begun;

    @BeforeAll
    static void startCluster() {
        assumeThat(PrometheusServer.installed())
                .as("prometheus is not installed: no board was tested")
                .isTrue();
        cluster = new LivingCluster();
        if (!cluster.hasHost())
            System.out.println(
                    "node_exporter (Debian package prometheus-node-exporter) is not installed: panels about the"
                            + " machine have no data");
        prometheus = PrometheusServer.start(
                cluster.targets(), NodeReleases.storage("boards-prometheus", CassandraRelease.newestOf("4.1")));
        begun = Instant.now();
        cluster.causeEvents();
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) prometheus.close();
        if (cluster != null) cluster.close();
    }

    @Test
    void atLeast95PercentOfQueriesHaveDataAndOtherPanelsDocumentWhy() {
        int queries = 0;
        List<String> empty = new ArrayList<>();
        List<String> unexplained = new ArrayList<>();
        List<Board> boards = Board.all();
        for (Board board : boards) {
            Instant now = Instant.now();
            ChosenValues chosen = new ChosenValues(
                    board,
                    prometheus.api(),
                    RATE_INTERVAL,
                    Duration.between(begun, now).toSeconds() + "s",
                    now,
                    true);
            for (Panel panel : board.panels())
                for (Query query : panel.queries()) {
                    queries++;
                    if (hasData(query, chosen)) continue;
                    empty.add(query.where());
                    if (!panel.saysWhenEmpty()) unexplained.add(query.where() + ": " + query.expression());
                }
            // Annotations mark events that may not have occurred.
            for (Query annotation : board.annotations()) hasData(annotation, chosen);
        }
        double percent = 100.0 * (queries - empty.size()) / queries;
        System.out.printf(
                "%d boards, %d panels, %d queries executed, %d with data (%.1f %%)%n",
                boards.size(),
                boards.stream().mapToInt(board -> board.panels().size()).sum(),
                queries,
                queries - empty.size(),
                percent);
        empty.forEach(where -> System.out.println("  no data: " + where));
        assertThat(unexplained)
                .as("queries without data in panels whose description does not explain this")
                .isEmpty();
        assertThat(percent).isGreaterThanOrEqualTo(MIN_WITH_DATA_PERCENT);
    }

    @Test
    void everyBoardIsDrawn() {
        BoardRenderer.install();
        List<BoardRenderer.Report> reports = BoardRenderer.draw(prometheus, begun, cluster.loadFor(LOAD));
        reports.forEach(report -> System.out.printf(
                "%s: %d panels drawn, %d without data%n",
                report.file(), report.drawn(), report.empty().size()));
        for (Board board : Board.all())
            assertThat(reports).as(board.file()).anySatisfy(report -> {
                assertThat(board.file()).isEqualTo(report.board() + ".json");
                assertThat(report.failed()).isEmpty();
                assertThat(report.drawn() + report.empty().size())
                        .isEqualTo(board.panels().size());
                assertThat(report.drawn()).isPositive();
                assertThat(Path.of(report.file())).isNotEmptyFile();
            });
    }

    private static boolean hasData(Query query, ChosenValues chosen) {
        String expression = chosen.in(query.expression());
        try {
            return prometheus.api().hasData(expression, begun, STEP);
        } catch (IllegalArgumentException e) {
            throw new AssertionError(query.where() + ": " + expression + ": " + e.getMessage(), e);
        }
    }
}
