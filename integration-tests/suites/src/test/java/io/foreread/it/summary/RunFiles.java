package io.foreread.it.summary;

import io.foreread.it.fixture.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files with the results of tests, one for each JVM of a run. A line is written when its test ends,
 * so the results of a killed JVM are kept.
 */
final class RunFiles {
    private static final String ROWS = ".rows";
    private static final String ENDED = ".ended";
    private static final String TALLY = ".tally";
    private static final String TABLE = "table";

    private final Path directory;
    private final String jvm = Long.toString(ProcessHandle.current().pid());

    private final Instant start;

    /** @param start the start of the run; files that were last written before are ignored */
    RunFiles(Path directory, Instant start) {
        this.directory = directory;
        this.start = start;
    }

    static RunFiles inBuildDirectory(Instant start) {
        return new RunFiles(Path.of("target", "matrix"), start);
    }

    void append(ResultRow row) {
        write(jvm + ROWS, row.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * Records that all invocations of a suite have ended. Surefire's report does not show this, because it is written
     * after the first invocation of a parameterized class.
     */
    void appendEnded(String suite) {
        write(jvm + ENDED, suite + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    void writeTally(Tally tally, long count) {
        write(jvm + "." + tally.name() + TALLY, Long.toString(count));
    }

    /** Writes the failed suites for {@code .ci/run}, one suite per line. */
    void writeFailed(List<String> suites) {
        write("failed", String.join("\n", suites) + (suites.isEmpty() ? "" : "\n"));
    }

    /** Writes every row of the finished table. */
    void writeTable(List<ResultRow> rows) {
        write(TABLE, rows.stream().map(row -> row.line() + "\n").collect(Collectors.joining()));
    }

    List<ResultRow> table() {
        return lines(directory.resolve(TABLE)).map(ResultRow::parse).toList();
    }

    List<ResultRow> rows() {
        return files(ROWS).stream()
                .flatMap(RunFiles::lines)
                .map(ResultRow::parse)
                .toList();
    }

    Set<String> ended() {
        return files(ENDED).stream().flatMap(RunFiles::lines).collect(Collectors.toSet());
    }

    Map<Tally, Long> tallies() {
        Map<Tally, Long> counts = new EnumMap<>(Tally.class);
        for (Tally tally : Tally.values())
            for (Path file : files("." + tally.name() + TALLY))
                lines(file).map(Long::valueOf).forEach(count -> counts.merge(tally, count, Long::sum));
        return counts;
    }

    private List<Path> files(String suffix) {
        if (!Files.isDirectory(directory)) return List.of();
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(file -> file.getFileName().toString().endsWith(suffix))
                    .filter(file -> file.toFile().lastModified() >= start.toEpochMilli())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(String name, String text, StandardOpenOption... options) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve(name), text, options);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the results of the run", e);
        }
    }
}
