package io.foreread.it.summary;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.summary.ResultRow.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats the results of each suite on each release as a table. */
final class MatrixTable {
    /** A line of the table. */
    private record Line(String suite, String java) {
        static Line of(ResultRow row) {
            return new Line(row.suite(), row.java());
        }
    }

    private record Cell(Line line, String release) {}

    private final Map<Cell, Map<Result, Integer>> cells = new HashMap<>();
    private final Map<Result, SortedMap<String, Integer>> reasons = new EnumMap<>(Result.class);

    void add(ResultRow row) {
        cells.computeIfAbsent(new Cell(Line.of(row), row.release()), cell -> new EnumMap<>(Result.class))
                .merge(row.result(), 1, Integer::sum);
        if (row.result() == Result.PASSED) return;
        reasons.computeIfAbsent(row.result(), result -> new TreeMap<>())
                .merge(row.place() + ": " + row.reason(), 1, Integer::sum);
    }

    /** Markdown: a row per suite and Java, a column per release, and below them the reasons of failed and skipped tests. */
    String markdown() {
        List<String> releases = Stream.concat(
                        CassandraRelease.matrix().stream().map(CassandraRelease::toString), Stream.of(ResultRow.ANY))
                .filter(release ->
                        cells.keySet().stream().anyMatch(cell -> cell.release().equals(release)))
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add(row(Stream.concat(Stream.of("suite", "Java"), releases.stream())));
        lines.add(row(Stream.generate(() -> "---").limit(releases.size() + 2L)));
        cells.keySet().stream()
                .map(Cell::line)
                .distinct()
                .sorted(Comparator.comparing(Line::suite)
                        .thenComparingInt(line -> line.java().isEmpty() ? 0 : Integer.parseInt(line.java())))
                .forEach(line -> lines.add(row(Stream.concat(
                        Stream.of(line.suite(), line.java()),
                        releases.stream().map(release -> words(new Cell(line, release)))))));
        reasons.forEach((result, counts) -> {
            lines.addAll(List.of("", result == Result.FAILED ? "Failed:" : "Skipped:", ""));
            counts.forEach((reason, count) -> lines.add("- " + reason + (count > 1 ? " (" + count + " times)" : "")));
        });
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
