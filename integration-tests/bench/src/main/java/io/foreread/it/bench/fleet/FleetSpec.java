package io.foreread.it.bench.fleet;

import io.foreread.it.fixture.CassandraRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The size of a simulated fleet.
 *
 * @param nodes number of nodes in all clusters
 * @param tables number of tables of each node, without Cassandra's own tables
 * @param clusters number of clusters
 * @param releases the releases, which alternate over the nodes of a cluster
 * @param end the end of the data
 * @param duration the duration of the data
 * @param step the interval between two scrapes
 */
public record FleetSpec(
        int nodes,
        int tables,
        int clusters,
        List<CassandraRelease> releases,
        Instant end,
        Duration duration,
        Duration step) {
    private static final int TABLES_PER_KEYSPACE = 20;

    Instant start() {
        return end.minus(duration);
    }

    int steps() {
        return (int) (duration.toSeconds() / step.toSeconds()) + 1;
    }

    int keyspaces() {
        return (tables + TABLES_PER_KEYSPACE - 1) / TABLES_PER_KEYSPACE;
    }

    static String keyspace(int number) {
        return "app_" + number;
    }

    static String keyspaceOf(int table) {
        return keyspace(table / TABLES_PER_KEYSPACE);
    }

    static String table(int number) {
        return "table_" + number;
    }
}
