package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.summary.ResultRow.Result;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixTableTest {
    private final MatrixTable table = new MatrixTable();

    @Test
    void countsPassedAndFailedTestsPerSuiteAndRelease() {
        add("ScanIT", List.of("reads()", "4.1.0 big"), Result.PASSED, "");
        add("ScanIT", List.of("writes()", "4.1.0 big"), Result.FAILED, "\nexpected: 1\nbut was: 2");
        add("ScanIT", List.of("reads()", "4.0.0 big"), Result.PASSED, "");
        add("ScanIT", List.of("closes()", "4.0.0 big"), Result.PASSED, "");
        assertThat(table.markdown())
                .isEqualTo(
                        """
                        | suite | Java | 4.0.0 | 4.1.0 |
                        | --- | --- | --- | --- |
                        | ScanIT |  | 2 passed | 1 passed, 1 failed |

                        Failed:

                        - ScanIT, 4.1.0: expected: 1 / but was: 2
                        """);
    }

    @Test
    void reportsTheReasonAndNumberOfSkippedTests() {
        add("FaultIT", List.of("[1] 5.0.3"), Result.SKIPPED, "Assumption failed: no loop device");
        add("FaultIT", List.of("[1] 5.0.3"), Result.SKIPPED, "no loop device");
        add("ScanIT", List.of("5.0.4 bti"), Result.SKIPPED, "no engine");
        assertThat(table.markdown())
                .isEqualTo(
                        """
                        | suite | Java | 5.0.3 | 5.0.4 |
                        | --- | --- | --- | --- |
                        | FaultIT |  | 2 skipped |  |
                        | ScanIT |  |  | 1 skipped |

                        Skipped:

                        - FaultIT, 5.0.3: no loop device (2 times)
                        - ScanIT, 5.0.4: no engine
                        """);
    }

    @Test
    void putsTestsWithoutAReleaseIntoASeparateColumn() {
        add("LinkIT", List.of("[1] 3.11.0"), Result.PASSED, "");
        add("LinkIT", List.of("counts(CassandraVersion)"), Result.PASSED, "");
        assertThat(table.markdown()).contains("| suite | Java | any |").contains("| LinkIT |  | 2 passed |");
    }

    @Test
    void eachJavaHasARow() {
        add("ScanIT", List.of("reads()", "4.1.10 on Java 11"), Result.PASSED, "");
        add("ScanIT", List.of("reads()", "4.1.10 on Java 8"), Result.PASSED, "");
        add("ScanIT", List.of("reads()", "4.1.10 big"), Result.PASSED, "");
        assertThat(table.markdown())
                .contains("| ScanIT |  | 1 passed |\n| ScanIT | 8 | 1 passed |\n| ScanIT | 11 | 1 passed |\n");
    }

    @Test
    void theReasonOfAFailureNamesTheJava() {
        add("ScanIT", List.of("reads()", "4.1.10 on Java 11"), Result.FAILED, "timeout");
        add("ScanIT", List.of("reads()", "4.1.10 on Java 8"), Result.FAILED, "timeout");
        assertThat(table.markdown())
                .contains("- ScanIT, 4.1.10 on Java 11: timeout\n- ScanIT, 4.1.10 on Java 8: timeout\n");
    }

    @Test
    void rowsOfARunAreReadFromItsFiles(@TempDir Path directory) {
        ResultRow row = ResultRow.of("ScanIT", List.of("5.0.3 on Java 11"), Result.SKIPPED, "a tab\tin the reason");
        RunFiles files = new RunFiles(directory, Instant.EPOCH);
        files.append(row);
        files.append(row);
        files.appendEnded("ScanIT");
        assertThat(files.rows()).containsExactly(row, row);
        assertThat(files.ended()).containsExactly("ScanIT");
        Instant later = Instant.now().plusSeconds(60);
        assertThat(new RunFiles(directory, later).rows()).isEmpty();
    }

    private void add(String suite, List<String> names, Result result, String reason) {
        table.add(ResultRow.of(suite, names, result, reason));
    }
}
