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

/** All rows against what the registries of real nodes have. */
class CatalogRegistryTest {
    private static final Map<Metric.Type, Set<String>> KINDS = Map.of(
            Metric.Type.COUNTER, Set.of("Counter", "Meter", "Gauge"),
            Metric.Type.GAUGE, Set.of("Gauge", "Counter"),
            Metric.Type.HISTOGRAM, Set.of("Histogram", "Timer"),
            Metric.Type.QUANTILES, Set.of("Gauge"));

    /** At least one that each kind of scope reads, and none that two read alike. */
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

    /** A sum is told as part of its latency. */
    private static boolean told(String line, String type, String name) {
        return rows(line)
                .anyMatch(row -> row.type().equals(type)
                        && (VaryingName.of(row.name()).varyingPart(name) != null || name.equals(row.sum())));
    }

    @ParameterizedTest
    @MethodSource("typesOfLines")
    void everyMetricIsToldOrLeftOutForAReason(String line, String type) {
        List<String> forgotten = RegistryList.ofAll(line)
                .ofType(type)
                .map(key -> key.substring(type.length() + 1))
                .filter(name -> !told(line, type, name) && CATALOG.ignored(type, name) == null)
                .toList();
        assertThat(forgotten).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void noRowClaimsALineThatLacksItsMetricOrItsSum(String line) {
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

    /** Else the list of metrics would say that a release lacks what it tells. */
    @ParameterizedTest
    @FieldSource("LINES")
    void noRowDisclaimsALineThatHasItsMetricWithoutAReason(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        assertThat(CATALOG.rows())
                .filteredOn(row -> !row.lines().has(line) && CATALOG.ignored(row.type(), row.name()) == null)
                .filteredOn(row -> !registry.kinds(row).isEmpty())
                .extracting(row -> row.type() + "." + row.name())
                .isEmpty();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void aFamilyIsOfATypeThatItsMetricCanBe(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        rows(line).forEach(row -> assertThat(registry.kinds(row))
                .as(row.type() + "." + row.name())
                .containsAnyElementsOf(KINDS.get(row.family().type())));
    }

    /** Latencies whose exact sum nobody kept would be told at 20 % too much for no reason. */
    @ParameterizedTest
    @FieldSource("LINES")
    void everyLatencyThatHasAnExactSumUsesIt(String line) {
        RegistryList registry = RegistryList.ofAll(line);
        rows(line)
                .filter(row -> row.name().endsWith("Latency") && row.sum() == null)
                .forEach(row -> assertThat(
                                registry.kinds(row.type() + "." + row.name().replaceFirst("Latency$", "TotalLatency")))
                        .as(row.type() + "." + row.name())
                        .isEmpty());
    }

    /** Some of them hold the same number under an old and a new name. */
    @ParameterizedTest
    @FieldSource("LINES")
    void noTwoRowsTellTheSameSeries(String line) {
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
    void whatReadingChangesIsNeverRead() {
        assertThat(CATALOG.rows()).extracting(Row::name).noneMatch(name -> name.startsWith("Recent"));
    }

    @Test
    void nothingThatIsReadOnceAnHourIsToldByDefault() {
        assertThat(CATALOG.rows())
                .filteredOn(row -> row.refresh() == Refresh.RARE)
                .isNotEmpty()
                .noneMatch(Row::byDefault);
    }

    /** Reasons for what nobody has would stay for ever. The lists lack the two old names of tables. */
    @Test
    void whatIsLeftOutForAReasonExists() {
        assertThat(CATALOG.ignoredNames())
                .filteredOn(name -> !name.endsWith("ColumnFamily.*"))
                .allSatisfy(name -> assertThat(LINES).as(name).anyMatch(line -> RegistryList.ofAll(line)
                        .has(VaryingName.of(name))));
    }
}
