package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks the number of series, the refresh classes and the labels of metrics of tables, keyspaces and indexes. */
class TableCatalogTest {
    private static final List<String> TYPES =
            List.of("Keyspace", "Table", "IndexTable", "StorageAttachedIndex", "TrieMemtable");

    /** The maximum number of default series of one table. It is acceptable on a node with 1,000 tables. */
    private static final int MAX_SERIES_PER_TABLE = 24;

    private static final CassandraCatalog CATALOG = CassandraCatalog.get();

    private static Stream<Row> rows() {
        return CATALOG.rows().stream().filter(row -> TYPES.contains(row.type()));
    }

    @ParameterizedTest
    @FieldSource("io.foreread.exporter.catalog.Lines#KNOWN")
    void tableHasFewSeriesByDefault(String line) {
        int series = rows().filter(
                        row -> row.type().equals("Table") && row.group().level() == Level.TABLE)
                .filter(row -> row.byDefault() && row.lines().has(line))
                .mapToInt(row -> row.family().type() == Metric.Type.HISTOGRAM ? 2 : 1)
                .sum();
        assertThat(series).isBetween(20, MAX_SERIES_PER_TABLE);
    }

    /** Cassandra computes these metrics by an iteration over all sstables or files. */
    @Test
    void expensiveMetricsAreNotReadByScrapes() {
        Set<String> expensive = Set.of(
                "Table.PendingCompactions",
                "Table.MaxPartitionSize",
                "Table.CompressionRatio",
                "Table.PercentRepaired",
                "Table.BloomFilterFalsePositives",
                "Keyspace.PendingCompactions",
                "Table.SnapshotsSize",
                "Table.EstimatedPartitionCount",
                "Table.EstimatedPartitionSizeHistogram",
                "StorageAttachedIndex.DiskUsedBytes");
        Set<String> found = new HashSet<>();
        rows().filter(row -> expensive.contains(row.type() + "." + row.name())).forEach(row -> {
            found.add(row.type() + "." + row.name());
            assertThat(row.refresh()).as(row.name()).isNotEqualTo(Refresh.LIVE);
        });
        assertThat(found).isEqualTo(expensive);
    }

    @Test
    void labelsOfTablesBeginWithKeyspaceAndTable() {
        rows().filter(row -> row.group().level() == Level.TABLE)
                .forEach(row ->
                        assertThat(row.family().labelNames()).as(row.name()).startsWith("keyspace", "table"));
        rows().filter(row -> row.group().level() == Level.KEYSPACE)
                .forEach(row ->
                        assertThat(row.family().labelNames()).as(row.name()).startsWith("keyspace"));
    }
}
