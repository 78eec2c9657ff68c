package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of tables, keyspaces and indexes against what the registries of real nodes have. */
class TableCatalogTest {
    private static final List<String> TYPES =
            List.of("Keyspace", "Table", "IndexTable", "StorageAttachedIndex", "TrieMemtable");

    /** More than this, and a node with 1,000 tables is too much by default. */
    private static final int MOST_SERIES_PER_TABLE = 24;

    private static final Map<Metric.Type, Set<String>> KINDS = Map.of(
            Metric.Type.COUNTER, Set.of("Counter", "Meter", "Gauge"),
            Metric.Type.GAUGE, Set.of("Gauge", "Counter"),
            Metric.Type.HISTOGRAM, Set.of("Histogram", "Timer"),
            Metric.Type.QUANTILES, Set.of("Gauge"));

    private static final List<String> LINES = Lines.KNOWN;
    private static final CassandraCatalog CATALOG = CassandraCatalog.get();

    private static RegistryList registry(String line) {
        return RegistryList.of(line, "tables-when-used");
    }

    private static Stream<Row> rows() {
        return CATALOG.rows().stream().filter(row -> TYPES.contains(row.type()));
    }

    static Stream<Arguments> typesOfLines() {
        return LINES.stream().flatMap(line -> TYPES.stream().map(type -> Arguments.of(line, type)));
    }

    /** A sum is told as part of its latency. */
    private static boolean told(String line, String type, String name) {
        return rows().anyMatch(row -> row.type().equals(type)
                && row.lines().has(line)
                && (row.name().equals(name) || name.equals(row.sum())));
    }

    @ParameterizedTest
    @MethodSource("typesOfLines")
    void everyMetricIsToldOrLeftOutForAReason(String line, String type) {
        List<String> forgotten = registry(line)
                .ofType(type)
                .map(key -> key.substring(type.length() + 1))
                .filter(name -> !told(line, type, name) && CATALOG.ignored(type, name) == null)
                .toList();
        assertThat(forgotten).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void noRowClaimsALineThatLacksItsMetricOrItsSum(String line) {
        RegistryList registry = registry(line);
        List<String> missing = new ArrayList<>();
        rows().filter(row -> row.lines().has(line)).forEach(row -> {
            for (String name : row.sum() == null ? List.of(row.name()) : List.of(row.name(), row.sum()))
                if (registry.kinds(row.type() + "." + name).isEmpty()) missing.add(row.type() + "." + name);
        });
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void aFamilyIsOfATypeThatItsMetricCanBe(String line) {
        RegistryList registry = registry(line);
        rows().filter(row -> row.lines().has(line))
                .forEach(row -> assertThat(registry.kinds(row.type() + "." + row.name()))
                        .as(row.type() + "." + row.name())
                        .containsAnyElementsOf(KINDS.get(row.family().type())));
    }

    /** Latencies whose exact sum nobody kept would be told at 20 % too much for no reason. */
    @ParameterizedTest
    @FieldSource("LINES")
    void everyLatencyThatHasAnExactSumUsesIt(String line) {
        RegistryList registry = registry(line);
        rows().filter(row -> row.name().endsWith("Latency") && row.sum() == null)
                .forEach(row -> assertThat(
                                registry.kinds(row.type() + "." + row.name().replaceFirst("Latency$", "TotalLatency")))
                        .as(row.type() + "." + row.name())
                        .isEmpty());
    }

    /** Some of them hold the same number under an old and a new name. */
    @ParameterizedTest
    @FieldSource("LINES")
    void noTwoRowsTellTheSameSeries(String line) {
        List<String> series = rows().filter(row -> row.lines().has(line))
                .map(row -> row.family() + " " + Arrays.toString(labelsOfSomeScope(row)))
                .toList();
        assertThat(series).doesNotHaveDuplicates();
    }

    private static String[] labelsOfSomeScope(Row row) {
        return Stream.of("", "ks", "ks.t", "ks.t.i", "ks.t.IndexGroupMetrics", "ks.t.i.IndexMetrics")
                .map(row::labelValues)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatReadingChangesIsNeverRead() {
        assertThat(rows()).extracting(Row::name).noneMatch(name -> name.startsWith("Recent"));
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void aTableCostsFewSeriesByDefault(String line) {
        int series = rows().filter(
                        row -> row.type().equals("Table") && row.group().level() == Level.TABLE)
                .filter(row -> row.byDefault() && row.lines().has(line))
                .mapToInt(row -> row.family().type() == Metric.Type.HISTOGRAM ? 2 : 1)
                .sum();
        assertThat(series).isBetween(20, MOST_SERIES_PER_TABLE);
    }

    /** They walk all sstables, or all files. */
    @Test
    void whatIsNotCheapIsNotReadByAScrape() {
        Set<String> dear = Set.of(
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
        rows().filter(row -> dear.contains(row.type() + "." + row.name())).forEach(row -> {
            found.add(row.type() + "." + row.name());
            assertThat(row.refresh()).as(row.name()).isNotEqualTo(Refresh.LIVE);
        });
        assertThat(found).isEqualTo(dear);
    }

    @Test
    void nothingThatIsReadOnceAnHourIsToldByDefault() {
        assertThat(rows().filter(row -> row.refresh() == Refresh.RARE))
                .isNotEmpty()
                .noneMatch(Row::byDefault);
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
