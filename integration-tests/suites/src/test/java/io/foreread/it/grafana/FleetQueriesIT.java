package io.foreread.it.grafana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.foreread.it.bench.fleet.Fleet;
import io.foreread.it.bench.fleet.FleetReport;
import io.foreread.it.bench.fleet.FleetSpec;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.PrometheusServer;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Checks that every query of boards and rules succeeds on a small simulated fleet, and that its cost, scaled up to a
 * large fleet, is within the budgets.
 */
class FleetQueriesIT {
    private static final long BLOCK_SECONDS = 7200;
    private static final double MAX_SAMPLES_OF_RULES = 5_500_000;
    /** Recording rules that have a result only while something happens that the fleet does not simulate. */
    private static final Set<String> EMPTY = Set.of(
            // All nodes are up, in clusters so large that they do not export the state of each peer.
            "cluster:cassandra_all_nodes:up",
            // A node joins, leaves or moves.
            "cluster:cassandra_topology_change:nodes",
            "cluster:cassandra_topology_progress:timestamp_seconds",
            // An upgrade from 3.11.
            "cluster:cassandra_peer_forms:mixed",
            // The JVM runs and Cassandra has not started.
            "instance:cassandra_not_started:seconds",
            // Nodes stream.
            "instance:cassandra_streams:active",
            "instance:cassandra_stream_progress:timestamp_seconds");

    @Test
    void everyQueryIsAnsweredAndWithinTheBudgetsOfALargeFleet() throws IOException {
        assumeThat(PrometheusServer.installed())
                .as("prometheus is not installed: no query was executed")
                .isTrue();
        List<CassandraRelease> releases = NodeReleases.of(
                        CassandraRelease.newestOf("4.1"), CassandraRelease.newestOf("5.0"))
                .toList();
        assumeThat(releases).as("neither 4.1 nor 5.0 is selected").isNotEmpty();
        long end = Instant.now().getEpochSecond() / BLOCK_SECONDS * BLOCK_SECONDS - 1;
        FleetSpec spec = new FleetSpec(
                12, 25, 3, releases, Instant.ofEpochSecond(end), Duration.ofMinutes(40), Duration.ofMinutes(1));
        Path directory = NodeReleases.storage("fleet", releases.get(0));
        FleetReport report = Fleet.measure(spec, directory, directory, System.out::println);
        System.out.print(report.text(Fleet.NODES + " nodes with " + Fleet.TABLES + " tables"));
        assertThat(report.costs()).hasSizeGreaterThan(300);
        assertThat(report.rejected()).as("queries that Prometheus rejected").isEmpty();
        assertThat(report.overBudget())
                .as("queries that read more than 50 million samples, or have more in memory at once")
                .isEmpty();
        assertThat(report.costs())
                .as("queries that read samples, of which Prometheus reports no samples in memory")
                .noneMatch(cost -> cost.samples() > 0 && cost.peak() == 0);
        assertThat(report.emptyQueriesOf("fleet.json"))
                .as("queries of the fleet board without a result")
                .isEmpty();
        assertThat(report.emptyRecordingRules())
                .as("recording rules without a result")
                .isSubsetOf(EMPTY);
        assertThat(report.ofRules()).as("samples of all rules").isLessThan(MAX_SAMPLES_OF_RULES);
    }
}
