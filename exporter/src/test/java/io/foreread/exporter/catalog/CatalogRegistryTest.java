package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
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

/** Compares all rows of the catalog with {@code registry/*.txt}, the metrics of real nodes of each line. */
class CatalogRegistryTest {
    private static final Map<Metric.Type, Set<String>> KINDS = Map.of(
            Metric.Type.COUNTER, Set.of("Counter", "Meter", "Gauge"),
            Metric.Type.GAUGE, Set.of("Gauge", "Counter"),
            Metric.Type.HISTOGRAM, Set.of("Histogram", "Timer"),
            Metric.Type.QUANTILES, Set.of("Gauge"));

    /** Example scopes. Each row of the catalog matches at least one of them. */
    private static final List<String> SCOPES = List.of(
            "",
            "Read",
            "Read-ONE",
            "CASWrite",
            "ViewWrite",
            "PartitionDenylist",
            "RowIndexEntry",
            "KeyCache",
            "ro",
            "ks",
            "ks.t",
            "ks.t.i",
            "ks.t.IndexGroupMetrics",
            "ks.t.i.IndexMetrics");

    private static final List<String> LINES = Lines.KNOWN;
    private static final CassandraCatalog CATALOG = CassandraCatalog.get();

    private static Stream<Row> rows(String line) {
        return CATALOG.rows().stream().filter(row -> row.lines().has(line));
    }

    static Stream<Arguments> typesOfLines() {
        return LINES.stream()
                .flatMap(line -> RegistryList.ofAll(line).types().stream().map(type -> Arguments.of(line, type)));
    }

    /** Whether a row exports the metric, by itself or as the sum of a latency. */
    private static boolean isExported(String line, String type, String name) {
        return rows(line)
                .anyMatch(row -> row.type().equals(type)
                        && (VaryingName.of(row.name()).varyingPart(name) != null || name.equals(row.sum())));
    }

    @ParameterizedTest
    @MethodSource("typesOfLines")
    void everyMetricIsExportedOrIgnoredForAReason(String line, String type) {
        List<String> forgotten = RegistryList.ofAll(line)
                .ofType(type)
                .map(key -> key.substring(type.length() + 1))
                .filter(name -> !isExported(line, type, name) && CATALOG.ignored(type, name) == null)
                .toList();
        assertThat(forgotten).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void rowsClaimOnlyLinesThatHaveTheirMetricAndSum(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        List<String> missing = new ArrayList<>();
        rows(line).forEach(row -> {
            if (registry.kinds(row).isEmpty()) missing.add(row.type() + "." + row.name());
            if (row.sum() != null
                    && registry.kinds(row.type() + "." + row.sum()).isEmpty())
                missing.add(row.type() + "." + row.sum());
        });
        assertThat(missing).isEmpty();
    }

    /** If a row omitted a line, the documentation would not list the metric for this line. */
    @ParameterizedTest
    @FieldSource("LINES")
    void rowsClaimAllLinesThatHaveTheirMetric(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        assertThat(CATALOG.rows())
                .filteredOn(row -> !row.lines().has(line) && CATALOG.ignored(row.type(), row.name()) == null)
                .filteredOn(row -> !registry.kinds(row).isEmpty())
                .extracting(row -> row.type() + "." + row.name())
                .isEmpty();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void typesOfFamiliesMatchTheirMetrics(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        rows(line).forEach(row -> assertThat(registry.kinds(row))
                .as(row.type() + "." + row.name())
                .containsAnyElementsOf(KINDS.get(row.family().type())));
    }

    /** Without the exact sum, the exported sum of a latency is an estimate that is up to 20 % too high. */
    @ParameterizedTest
    @FieldSource("LINES")
    void latenciesUseTheExactSumIfThereIsOne(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        rows(line)
                .filter(row -> row.name().endsWith("Latency") && row.sum() == null)
                .forEach(row -> assertThat(
                                registry.kinds(row.type() + "." + row.name().replaceFirst("Latency$", "TotalLatency")))
                        .as(row.type() + "." + row.name())
                        .isEmpty());
    }

    /** Some metrics exist under an old and a new name, but only one of the two can be exported on a line. */
    @ParameterizedTest
    @FieldSource("LINES")
    void noTwoRowsExportTheSameSeries(String line) {
        List<String> series = rows(line)
                .map(row -> row.family() + " " + Arrays.toString(labelsOfSomeScope(row)))
                .toList();
        assertThat(series).doesNotHaveDuplicates();
    }

    private static String[] labelsOfSomeScope(Row row) {
        return SCOPES.stream()
                .map(scope -> row.labelValues(row.name().replace("*", "x"), scope))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no scope fits " + row.type() + "." + row.name()));
    }

    @Test
    void metricsWithSideEffectsAreNeverRead() {
        assertThat(CATALOG.rows()).extracting(Row::name).noneMatch(name -> name.startsWith("Recent"));
    }

    @Test
    void rareMetricsAreNotExportedByDefault() {
        assertThat(CATALOG.rows())
                .filteredOn(row -> row.refresh() == Refresh.RARE)
                .isNotEmpty()
                .noneMatch(Row::byDefault);
    }

    @Test
    void everyIgnoredMetricHasAReason() {
        assertThat(CATALOG.ignoredNames()).isNotEmpty().allSatisfy(name -> {
            int dot = name.indexOf('.');
            assertThat(CATALOG.ignored(name.substring(0, dot), name.substring(dot + 1)))
                    .as(name)
                    .isNotBlank();
        });
    }

    /**
     * When Cassandra removes a metric from all lines, its entry under {@code ignored} must be removed too. The registry
     * lists do not contain ColumnFamily and IndexColumnFamily, the old names of Table and IndexTable.
     */
    @Test
    void ignoredMetricsExist() {
        assertThat(CATALOG.ignoredNames())
                .filteredOn(name -> !name.endsWith("ColumnFamily.*"))
                .allSatisfy(name -> assertThat(LINES).as(name).anyMatch(line -> RegistryList.ofAll(line)
                        .has(VaryingName.of(name))));
    }
}
