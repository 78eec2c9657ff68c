package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.summary.MatrixTable.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTableTest {
    private final MatrixTable table = new MatrixTable();

    @Test
    void tellsPerSuiteAndReleaseWhatPassedAndWhatFailed() {
        table.add("ScanIT", List.of("reads()", "4.1.10 big"), Result.PASSED);
        table.add("ScanIT", List.of("writes()", "4.1.10 big"), Result.FAILED);
        table.add("ScanIT", List.of("reads()", "3.11.19 big"), Result.PASSED);
        table.add("ScanIT", List.of("closes()", "3.11.19 big"), Result.PASSED);
        assertThat(table.markdown())
                .isEqualTo(
                        """
                        | suite | 3.11.19 | 4.1.10 |
                        | --- | --- | --- |
                        | ScanIT | 2 passed | 1 passed, 1 failed |
                        """);
    }

    @Test
    void tellsWhyTestsWereSkippedAndHowOften() {
        table.skipped("FaultIT", List.of("[1] 5.0.9"), "no loop device");
        table.skipped("FaultIT", List.of("[1] 5.0.9"), "no loop device");
        table.skipped("ScanIT", List.of("6.0-alpha2 bti"), "no engine");
        assertThat(table.markdown())
                .isEqualTo(
                        """
                        | suite | 5.0.9 | 6.0-alpha2 |
                        | --- | --- | --- |
                        | FaultIT | 2 skipped |  |
                        | ScanIT |  | 1 skipped |

                        Skipped:

                        - FaultIT, 5.0.9: no loop device (2 times)
                        - ScanIT, 6.0-alpha2: no engine
                        """);
    }

    @Test
    void putsTestsThatNameNoReleaseOfOursIntoAColumnOfTheirOwn() {
        table.add("LinkIT", List.of("[1] 3.11.0"), Result.PASSED);
        table.add("LinkIT", List.of("counts(CassandraVersion)"), Result.PASSED);
        assertThat(table.markdown()).contains("| suite | any |").contains("| LinkIT | 2 passed |");
    }
}
