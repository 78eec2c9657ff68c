package io.foreread.exporter.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the metrics in {@code operators.txt} are exported on every line that has them. An integration test does
 * the same on a real node.
 */
class OperatorListTest {
    private static final CassandraCatalog CATALOG = CassandraCatalog.get();

    /** One row of the list. */
    record Entry(String what, String family, String lines, String source) {
        static Entry of(String row) {
            List<String> columns = List.of(row.split("\t", -1));
            assertThat(columns).as(row).hasSize(4);
            return new Entry(columns.get(0), columns.get(1), columns.get(2), columns.get(3));
        }

        boolean has(String line) {
            if (lines.equals("all")) return true;
            int dash = lines.indexOf('-');
            return Lines.between(lines.substring(0, dash), lines.substring(dash + 1))
                    .has(line);
        }
    }

    static List<Entry> entries() {
        try (var stream = OperatorListTest.class.getResourceAsStream("/operators.txt")) {
            return new String(stream.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Entry::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<Entry> ofTheRegistry() {
        return entries().stream().filter(entry -> Set.of("registry", "peers").contains(entry.source()));
    }

    @ParameterizedTest
    @MethodSource("ofTheRegistry")
    void metricsThatOperatorsWatchAreExportedOnTheirLines(Entry entry) {
        Metric family = CATALOG.families().stream()
                .filter(metric -> metric.name().equals(entry.family()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no family " + entry.family()));
        for (String line : Lines.KNOWN)
            assertThat(CATALOG.lines(family).has(line))
                    .as(entry + " on " + line)
                    .isEqualTo(entry.has(line));
    }

    @Test
    void ownMetricsOfTheListExist() {
        assertThat(entries())
                .filteredOn(entry -> entry.source().equals("own"))
                .isNotEmpty()
                .allMatch(entry -> OwnMetrics.all().stream()
                        .anyMatch(metric -> metric.name().equals(entry.family())));
    }

    @Test
    void mbeanMetricsOfTheListExist() {
        Set<String> facts = Stream.concat(NodeFacts.all().stream(), JvmFacts.all().stream())
                .map(fact -> fact.metric().name())
                .collect(Collectors.toSet());
        assertThat(entries())
                .filteredOn(entry -> Set.of("facts", "occasional", "jvm").contains(entry.source()))
                .extracting(Entry::family)
                .filteredOn(family -> !family.equals("jvm_gc_pause_seconds")) // defined by Micrometer
                .isNotEmpty()
                .isSubsetOf(facts);
    }

    @Test
    void sourcesAreKnown() {
        assertThat(entries())
                .extracting(Entry::source)
                .containsOnly("registry", "peers", "own", "facts", "occasional", "jvm");
    }
}
