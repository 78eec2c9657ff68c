package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Tally;
import io.foreread.it.summary.ResultRow.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Runs after all suites: prints the table of their results, writes it to {@code target/matrix.md}, and fails if a suite
 * failed or is missing. The POM runs this class in a separate execution, because its name does not match the pattern of suites.
 */
class CompletenessCheck {
    private static final Path TARGET = Path.of("target");
    private static final List<String> MODULES = List.of(
            "exporter", "agent", "integration-tests/kit", "integration-tests/bench", "integration-tests/suites");

    @Test
    void everySuiteHasAReportOfThisRun() throws IOException {
        Instant start = Instant.parse(System.getProperty("foreread.run.start"));
        RunFiles files = RunFiles.inBuildDirectory(start);
        List<ResultRow> rows = new ArrayList<>(files.rows());
        String firstRun = System.getProperty("foreread.run.first");
        if (firstRun == null) rows.addAll(unitTests(start));
        List<ResultRow> missing = Completeness.missing(
                Completeness.suites(
                        TARGET.resolve("test-classes"),
                        System.getProperty("foreread.run.suites", ""),
                        System.getProperty("foreread.run.excluded")),
                files.ended(),
                rows,
                new MavenReports(TARGET.resolve("failsafe-reports"), start),
                System.getProperty("cassandra.lines") != null);
        rows.addAll(missing);
        if (Boolean.getBoolean("foreread.run.complete")) rows.addAll(Completeness.onlySkipped(rows));
        Set<String> failed = failedSuites(rows);
        files.writeFailed(List.copyOf(failed));
        Map<Tally, Long> tallies = files.tallies();
        if (firstRun != null) {
            RunFiles first = new RunFiles(Path.of(firstRun), Instant.EPOCH);
            rows.addAll(ofFirstRun(first.table(), rows));
            first.tallies().forEach((tally, count) -> tallies.merge(tally, count, Long::sum));
        }
        files.writeTable(rows);

        String text = markdown(rows) + "\n" + words(tallies) + "\n";
        Files.writeString(TARGET.resolve("matrix.md"), text);
        System.out.print("\n" + text);
        assertThat(failed)
                .as("suites that failed or are missing:\n%s", String.join("\n", reasons(rows)))
                .isEmpty();
    }

    private static Set<String> failedSuites(List<ResultRow> rows) {
        return rows.stream()
                .filter(row -> row.result() == Result.FAILED)
                .map(ResultRow::suite)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static List<String> reasons(List<ResultRow> rows) {
        return rows.stream()
                .filter(row -> row.result() == Result.FAILED)
                .map(row -> row.place() + ": " + row.reason())
                .toList();
    }

    /**
     * The rows of the first run. Suites that ran again are renamed, because the table contains the results of both runs.
     */
    static List<ResultRow> ofFirstRun(List<ResultRow> first, List<ResultRow> again) {
        Set<String> suites = again.stream().map(ResultRow::suite).collect(Collectors.toSet());
        return first.stream()
                .map(row -> suites.contains(row.suite()) ? row.inSuite(row.suite() + " (first run)") : row)
                .toList();
    }

    /** The rows of all unit tests, including those of this module, which Surefire ran before. */
    private static List<ResultRow> unitTests(Instant start) {
        List<ResultRow> rows = new ArrayList<>();
        for (String module : MODULES) {
            String name = "unit tests of " + module;
            Path target = ProjectFiles.of(module + "/target");
            List<ResultRow> found =
                    new ArrayList<>(new MavenReports(target.resolve("surefire-reports"), start).rows(name));
            if (module.equals("agent") || module.equals("exporter"))
                found.addAll(new MavenReports(target.resolve("failsafe-reports"), start).rows(name));
            if (found.isEmpty()) found.add(new ResultRow(name, ResultRow.ANY, Result.SKIPPED, "not part of this run"));
            rows.addAll(found);
        }
        return rows;
    }

    private static String markdown(List<ResultRow> rows) {
        MatrixTable table = new MatrixTable();
        rows.forEach(table::add);
        return table.markdown();
    }

    private static String words(Map<Tally, Long> counts) {
        return Arrays.stream(Tally.values())
                .map(tally -> String.format(Locale.ROOT, "%,d %s", counts.getOrDefault(tally, 0L), tally.words()))
                .collect(Collectors.joining(", "));
    }
}
