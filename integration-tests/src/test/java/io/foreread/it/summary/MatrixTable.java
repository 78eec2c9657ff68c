package io.foreread.it.summary;

import io.foreread.it.fixture.CassandraRelease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of the tests of each suite on each release, as a table for people. Thread-safe. */
final class MatrixTable {
    /** The column of tests that name no release. */
    private static final String ANY = "any";

    enum Result {
        PASSED,
        FAILED,
        SKIPPED;

        private String words(int count) {
            return count + " " + name().toLowerCase(Locale.ROOT);
        }
    }

    private record Cell(String suite, String release) {}

    private final Map<Cell, Map<Result, Integer>> cells = new HashMap<>();
    private final SortedMap<String, Integer> reasons = new TreeMap<>();

    /** @param names display names of the test and of all it is in; the release is the first that one of them tells */
    synchronized void add(String suite, List<String> names, Result result) {
        cells.computeIfAbsent(new Cell(suite, release(names)), cell -> new EnumMap<>(Result.class))
                .merge(result, 1, Integer::sum);
    }

    synchronized void skipped(String suite, List<String> names, String reason) {
        add(suite, names, Result.SKIPPED);
        reasons.merge(suite + ", " + release(names) + ": " + reason, 1, Integer::sum);
    }

    synchronized boolean isEmpty() {
        return cells.isEmpty();
    }

    private static String release(List<String> names) {
        // Whole words: 4.1.1 is none of 4.1.10.
        return names.stream()
                .flatMap(name -> Stream.of(name.split("[^\\w.-]+")))
                .filter(word -> Arrays.stream(CassandraRelease.values())
                        .anyMatch(release -> release.toString().equals(word)))
                .findFirst()
                .orElse(ANY);
    }

    /** Markdown: suites down, releases across, and below them why something was skipped. */
    synchronized String markdown() {
        List<String> releases = Stream.concat(
                        Arrays.stream(CassandraRelease.values()).map(CassandraRelease::toString), Stream.of(ANY))
                .filter(release ->
                        cells.keySet().stream().anyMatch(cell -> cell.release().equals(release)))
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add(row(Stream.concat(Stream.of("suite"), releases.stream())));
        lines.add(row(Stream.generate(() -> "---").limit(releases.size() + 1L)));
        cells.keySet().stream()
                .map(Cell::suite)
                .distinct()
                .sorted()
                .forEach(suite -> lines.add(row(Stream.concat(
                        Stream.of(suite), releases.stream().map(release -> words(new Cell(suite, release)))))));
        if (!reasons.isEmpty()) lines.addAll(List.of("", "Skipped:", ""));
        reasons.forEach((reason, count) -> lines.add("- " + reason + (count > 1 ? " (" + count + " times)" : "")));
        return String.join("\n", lines) + "\n";
    }

    private String words(Cell cell) {
        return cells.getOrDefault(cell, Map.of()).entrySet().stream()
                .map(result -> result.getKey().words(result.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String row(Stream<String> columns) {
        return columns.collect(Collectors.joining(" | ", "| ", " |"));
    }
}
