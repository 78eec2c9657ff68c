package io.foreread.it.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.results.WrittenResults;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartupReportTest {
    private static final int ROUNDS = 4;

    @Test
    void reportsMediansAndTheDifferencesWithinRounds() {
        assertThat(StartupReport.table(result(0.5, 40, 8 << 20)).lines())
                .containsExactly(
                        "| | stock | with Foreread | difference, median (95 % interval) | rounds | goal | margin | verdict |",
                        "|---|---|---|---|---|---|---|---|",
                        "| start, s | 11.5 | 12.0 | 0.50 (0.50 to 0.50) | 4 | <= 1.00 | 5 %: <= 1.05 | met |",
                        "| resident, MiB | 1,500.0 | 1,540.0 | 40.0 (40.0 to 40.0) | 4 | <= 60.0 | 5 %: <= 63.0 | met |",
                        "| CPU, s | 20.0 | 22.0 | 2.00 (2.00 to 2.00) | 4 | | | |",
                        "| foreread-agent.jar, MiB | | 8.0 | | | <= 12.0 | | met |");
    }

    @Test
    void reportsGoalsThatAreNotMet() {
        assertThat(StartupReport.table(result(1.1, 61, 13 << 20)).lines())
                .filteredOn(line -> line.endsWith("| **not met** |"))
                .hasSize(3);
    }

    @Test
    void oneRoundIsUndecided() {
        StartupResult result = new StartupResult(
                "4.1.10",
                8 << 20,
                List.of(
                        new Start(1, StartupResult.STOCK, 10, 20, 1500),
                        new Start(1, StartupResult.FOREREAD, 10.5, 20, 1510)));

        assertThat(StartupReport.table(result))
                .contains("| start, s | 10.0 | 10.5 | 0.50 (no interval) | 1 | <= 1.00 | 5 %: <= 1.05 | undecided: ");
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(StartupBench.TABLES, "starts", result(0.5, 40, 8 << 20)))
                .isEqualTo(StartupReport.table(result(0.5, 40, 8 << 20)));
    }

    private static StartupResult result(double addedSeconds, double addedMib, long jarBytes) {
        List<Start> starts = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            double seconds = 9 + round;
            starts.add(new Start(round, StartupResult.STOCK, seconds, 20, 1500));
            starts.add(new Start(round, StartupResult.FOREREAD, seconds + addedSeconds, 22, 1500 + addedMib));
        }
        return new StartupResult("4.1.10", jarBytes, starts);
    }
}
