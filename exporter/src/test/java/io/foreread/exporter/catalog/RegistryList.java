package io.foreread.exporter.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metrics in the registry of one line of Cassandra, from {@code registry/*.txt}. */
public final class RegistryList {
    /** The kinds of each metric, such as Counter, by {@code <type>.<name>}. */
    private final Map<String, Set<String>> kinds = new TreeMap<>();

    /** @param whenUsed lists of metrics that are registered at their first use, such as {@code tables-when-used} */
    static RegistryList of(String line, String... whenUsed) {
        RegistryList list = new RegistryList();
        rows(line).forEach(row -> list.add(row.get(0), row.get(1)));
        for (String file : whenUsed)
            rows(file).filter(row -> lines(row.get(0)).has(line)).forEach(row -> list.add(row.get(1), row.get(2)));
        return list;
    }

    /** All metrics of a line, including those that are registered at their first use. */
    static RegistryList ofAll(String line) {
        return of(line, "node-when-used", "tables-when-used");
    }

    /** @param text the first line of Cassandra that has the metric, or the first and the last line: {@code 4.0-5.0} */
    private static Lines lines(String text) {
        int dash = text.indexOf('-');
        return dash < 0 ? Lines.between(text, null) : Lines.between(text.substring(0, dash), text.substring(dash + 1));
    }

    public static Stream<List<String>> rows(String file) {
        try (var stream = RegistryList.class.getResourceAsStream("/registry/" + file + ".txt")) {
            return new String(stream.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split("\t")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String typeAndName, String commaSeparated) {
        kinds.computeIfAbsent(typeAndName, key -> new TreeSet<>()).addAll(Arrays.asList(commaSeparated.split(",")));
    }

    Set<String> types() {
        return kinds.keySet().stream()
                .map(key -> key.substring(0, key.indexOf('.')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All metrics of one type, as {@code <type>.<name>}. */
    Stream<String> ofType(String type) {
        return kinds.keySet().stream().filter(key -> key.startsWith(type + "."));
    }

    /** @return the kinds of a metric; empty if the registry does not have the metric */
    Set<String> kinds(String typeAndName) {
        return kinds.getOrDefault(typeAndName, Set.of());
    }

    /** The kinds of all metrics that match a row. */
    Set<String> kinds(Row row) {
        VaryingName wanted = VaryingName.of(row.type() + "." + row.name());
        return kinds.entrySet().stream()
                .filter(entry -> wanted.varyingPart(entry.getKey()) != null)
                .flatMap(entry -> entry.getValue().stream())
                .collect(Collectors.toSet());
    }

    /** @param typeAndName can have a variable part */
    boolean has(VaryingName typeAndName) {
        return kinds.keySet().stream().anyMatch(key -> typeAndName.varyingPart(key) != null);
    }
}
