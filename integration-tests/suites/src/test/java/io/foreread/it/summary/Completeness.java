package io.foreread.it.summary;

import io.foreread.it.summary.ResultRow.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.surefire.api.testset.TestListResolver;

/** Finds the suites of a run, and reports suites without a result and skips without a reason. */
final class Completeness {
    private static final String SUITES = "**/*IT.class";

    private Completeness() {}

    /**
     * Class names of the suites of a run, found as Failsafe finds them.
     *
     * @param only the value of {@code -Dit.test}; empty for every suite that is not excluded
     */
    static List<String> suites(Path classes, String only, String excluded) {
        TestListResolver wanted =
                only.isEmpty() ? new TestListResolver(List.of(SUITES), List.of(excluded)) : new TestListResolver(only);
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".class") && !file.contains("$"))
                    .filter(file -> wanted.shouldRun(file, null))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns a failed row for each suite that has no report of this run, did not end or ran no test, and for each skip
     * without a reason. If releases are excluded, a suite that ran no test gets a skipped row instead.
     *
     * @param ended names of the suites that completed
     * @param narrowed whether {@code -Dcassandra.lines} excludes releases, so that a suite can have no tests
     */
    static List<ResultRow> missing(
            List<String> suites, Set<String> ended, List<ResultRow> rows, MavenReports reports, boolean narrowed) {
        List<ResultRow> missing = new ArrayList<>();
        if (suites.isEmpty()) missing.add(failed("all suites", "no suite was found"));
        for (String suite : suites) {
            String name = suite.substring(suite.lastIndexOf('.') + 1);
            List<ResultRow> own =
                    rows.stream().filter(row -> row.suite().equals(name)).toList();
            if (!reports.has(suite))
                missing.add(failed(name, "no report of this run: the suite did not start, or did not end"));
            else if (!ended.contains(name)) missing.add(failed(name, "did not run to its end"));
            else if (own.isEmpty() && narrowed)
                missing.add(new ResultRow(name, ResultRow.ANY, Result.SKIPPED, "not selected by -Dcassandra.lines"));
            else if (own.isEmpty()) missing.add(failed(name, "no test was executed, and none was skipped"));
        }
        for (ResultRow row : rows)
            if (row.result() == Result.SKIPPED && !row.hasReason())
                missing.add(new ResultRow(
                        row.suite(), row.java(), row.release(), Result.FAILED, "a test was skipped without a reason"));
        return missing;
    }

    /**
     * Returns a failed row for each suite of which no test passed on a Java and release although some were skipped, such
     * as suites of containers on a machine without a Docker engine.
     */
    static List<ResultRow> onlySkipped(List<ResultRow> rows) {
        Map<List<String>, List<ResultRow>> places = rows.stream()
                .collect(Collectors.groupingBy(
                        row -> List.of(row.suite(), row.java(), row.release()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return places.values().stream()
                .filter(place -> place.stream().allMatch(row -> row.result() == Result.SKIPPED))
                .map(place -> place.get(0))
                .map(row -> new ResultRow(
                        row.suite(),
                        row.java(),
                        row.release(),
                        Result.FAILED,
                        "no test passed, and -Dforeread.run.complete=true requires one: " + row.reason()))
                .toList();
    }

    private static ResultRow failed(String suite, String reason) {
        return new ResultRow(suite, ResultRow.ANY, Result.FAILED, reason);
    }
}
