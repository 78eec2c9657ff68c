package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.summary.ResultRow.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletenessTest {
    private static final Instant START = Instant.parse("2026-11-23T12:00:00Z");
    private static final String SUITE = "io.foreread.it.node.ScanIT";
    private static final ResultRow PASSED = new ResultRow("ScanIT", "4.1.10", Result.PASSED, "");

    @TempDir
    private Path directory;

    @Test
    void findsTheSuitesThatFailsafeFinds() throws IOException {
        for (String file : List.of("a/ScanIT.class", "a/ScanIT$Case.class", "b/RingIT.class", "a/ScanTest.class")) {
            Files.createDirectories(directory.resolve(file).getParent());
            Files.createFile(directory.resolve(file));
        }
        assertThat(Completeness.suites(directory, "", "none")).containsExactly("a.ScanIT", "b.RingIT");
        assertThat(Completeness.suites(directory, "", "%regex[(.*/)?b/.*]")).containsExactly("a.ScanIT");
        assertThat(Completeness.suites(directory, "RingIT", "none")).containsExactly("b.RingIT");
        assertThat(Completeness.suites(directory, "ScanIT#reads,b.*IT", "none"))
                .containsExactly("a.ScanIT", "b.RingIT");
    }

    @Test
    void aSuiteWithAReportIsComplete() throws IOException {
        report(START);
        assertThat(missing(List.of(PASSED), false)).isEmpty();
    }

    @Test
    void aSuiteWithoutAReportIsMissing() {
        assertThat(missing(List.of(PASSED), false)).singleElement().satisfies(row -> {
            assertThat(row.suite()).isEqualTo("ScanIT");
            assertThat(row.result()).isEqualTo(Result.FAILED);
        });
    }

    @Test
    void aReportFromBeforeTheRunDoesNotCount() throws IOException {
        report(START.minusSeconds(1));
        assertThat(missing(List.of(PASSED), false)).hasSize(1);
    }

    @Test
    void aSuiteWhoseJvmEndedEarlyIsMissing() throws IOException {
        report(START);
        assertThat(Completeness.missing(
                        List.of(SUITE), Set.of(), List.of(PASSED), new MavenReports(directory, START), false))
                .hasSize(1);
    }

    @Test
    void aSuiteThatRanNoTestIsMissing() throws IOException {
        report(START);
        assertThat(missing(List.of(), false)).hasSize(1);
    }

    @Test
    void aSuiteWithoutTestsForTheChosenReleasesIsSkipped() throws IOException {
        report(START);
        assertThat(missing(List.of(), true))
                .containsExactly(
                        new ResultRow("ScanIT", ResultRow.ANY, Result.SKIPPED, "not selected by -Dcassandra.lines"));
    }

    @Test
    void aSkipNeedsAReason() throws IOException {
        report(START);
        assertThat(missing(List.of(new ResultRow("ScanIT", ResultRow.ANY, Result.SKIPPED, "no loop device")), false))
                .isEmpty();
        assertThat(missing(
                        List.of(new ResultRow("ScanIT", ResultRow.ANY, Result.SKIPPED, "assumption is not true")),
                        false))
                .hasSize(1);
    }

    @Test
    void aSuiteThatPassedNoTestOnAReleaseIsReportedIfAllMustPass() {
        ResultRow noEngine = new ResultRow("ContainerMatrixIT", "8", "3.11.19", Result.SKIPPED, "no docker command");
        ResultRow otherRelease = new ResultRow("ContainerMatrixIT", "17", "5.0.9", Result.PASSED, "");
        ResultRow noSai = new ResultRow("ScanIT", "4.1.10", Result.SKIPPED, "this release has no SAI");
        assertThat(Completeness.onlySkipped(List.of(noEngine, otherRelease, noSai, PASSED)))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.place()).isEqualTo(noEngine.place());
                    assertThat(row.result()).isEqualTo(Result.FAILED);
                    assertThat(row.reason()).contains("no docker command");
                });
    }

    /** AssertJ puts the description of an assumption in brackets. */
    @Test
    void anAssumptionOfAssertjWithoutADescriptionIsNoReason() {
        String start = "assumption was not met due to: ";
        assertThat(skipped(start + "\nExpecting value to be true but was false").hasReason())
                .isFalse();
        assertThat(skipped(start + "[no promtool] \nExpecting value to be true but was false")
                        .reason())
                .isEqualTo("[no promtool]");
    }

    private static ResultRow skipped(String reason) {
        return ResultRow.of("ScanIT", List.of(), Result.SKIPPED, reason);
    }

    /** The other releases of the suite passed, so a reason without the release would not say where to look. */
    @Test
    void aSkipWithoutAReasonIsReportedForItsRelease() throws IOException {
        report(START);
        ResultRow skipped = new ResultRow("ScanIT", "11", "5.0.3", Result.SKIPPED, "");
        List<ResultRow> missing = missing(List.of(PASSED, skipped), false);
        assertThat(CompletenessCheck.reasons(missing))
                .containsExactly("ScanIT, 5.0.3 on Java 11: a test was skipped without a reason");
    }

    @Test
    void aRunWithoutSuitesIsNotComplete() {
        assertThat(Completeness.missing(List.of(), Set.of(), List.of(), new MavenReports(directory, START), false))
                .hasSize(1);
    }

    @Test
    void unitTestsAreReadFromTheReportsOfTheRun() throws IOException {
        report(START);
        assertThat(new MavenReports(directory, START).rows("unit tests"))
                .containsExactly(
                        new ResultRow("unit tests", ResultRow.ANY, Result.PASSED, ""),
                        new ResultRow(
                                "unit tests", ResultRow.ANY, Result.SKIPPED, "ScanIT.lints: promtool is not installed"),
                        new ResultRow(
                                "unit tests", ResultRow.ANY, Result.FAILED, "ScanIT.fails: expected 1 / but was 2"));
        assertThat(new MavenReports(directory, START.plusSeconds(1)).rows("unit tests"))
                .isEmpty();
    }

    @Test
    void theTableShowsBothRunsOfASuite() {
        ResultRow failed = new ResultRow("ScanIT", ResultRow.ANY, Result.FAILED, "too late");
        ResultRow other = new ResultRow("RingIT", ResultRow.ANY, Result.PASSED, "");
        assertThat(CompletenessCheck.ofFirstRun(List.of(failed, other), List.of(PASSED)))
                .containsExactly(failed.inSuite("ScanIT (first run)"), other);
    }

    private List<ResultRow> missing(List<ResultRow> rows, boolean narrowed) {
        return Completeness.missing(
                List.of(SUITE), Set.of("ScanIT"), rows, new MavenReports(directory, START), narrowed);
    }

    private void report(Instant time) throws IOException {
        Path report = Files.writeString(
                directory.resolve("TEST-" + SUITE + ".xml"),
                """
                <testsuite name="ScanIT">
                  <testcase classname="io.foreread.it.node.ScanIT" name="reads"><system-out>ok</system-out></testcase>
                  <testcase classname="io.foreread.it.node.ScanIT" name="lints">
                    <skipped type="E"><![CDATA[org.opentest4j.E: Assumption failed: promtool is not installed
                at ...]]></skipped>
                  </testcase>
                  <testcase classname="io.foreread.it.node.ScanIT" name="fails">
                    <failure message="expected 1&#10;but was 2">at ...</failure>
                  </testcase>
                </testsuite>
                """);
        Files.setLastModifiedTime(report, FileTime.from(time));
    }
}
