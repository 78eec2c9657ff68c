package io.foreread.it.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.results.WrittenResults;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadsReportTest {
    private static final ReaderVariant STOCK = ReaderVariant.V41_STOCK_MMAP;
    private static final ReaderVariant OURS = ReaderVariant.V41_FOREREAD;
    private static final ReaderVariant DIRECT = ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD.with("direct-io=true");

    private static ReadsTurn turn(int round, ReaderVariant contender, double p99Millis, double pointKib) {
        return turn(round, contender, p99Millis, pointKib, 0);
    }

    private static ReadsTurn turn(int round, ReaderVariant contender, double p99Millis, double pointKib, long failed) {
        return new ReadsTurn(
                round,
                contender.id(),
                new Phase(1, p99Millis, 5, failed, pointKib * 1024),
                new Phase(2, 4, 8, 0, 36 * 1024),
                new Phase(1.5, 3 * p99Millis, 9, 0, 40 * 1024),
                20);
    }

    private static ReadsResult result(List<Comparison> comparisons, ReadsTurn... turns) {
        return new ReadsResult("gp3-256", "values-1k", 200, 0, Arrays.asList(turns), comparisons);
    }

    @Test
    void reportsMediansWithMinimumAndMaximum() {
        ReadsResult result =
                result(List.of(), turn(1, STOCK, 2, 20, 1), turn(2, STOCK, 3, 20, 0), turn(3, STOCK, 2.5, 20, 2));

        assertThat(ReadsReport.contenderTable(result).lines())
                .contains(
                        "| 4.1-stock-mmap | point reads | 1.00 (1.00 to 1.00) | 2.50 (2.00 to 3.00)"
                                + " | 5.00 (5.00 to 5.00) | 3 | 20.00 (20.00 to 20.00) | |",
                        "| 4.1-stock-mmap | point reads during a compaction | 1.50 (1.50 to 1.50) | 7.50 (6.00 to 9.00)"
                                + " | 9.00 (9.00 to 9.00) | 0 | | 20.00 (20.00 to 20.00) |");
        assertThat(ReadsReport.comparisonTable(result)).isEmpty();
    }

    private static ReadsResult two() {
        return result(
                ReadsGoals.of(List.of(STOCK, OURS), false),
                turn(1, STOCK, 2, 20),
                turn(1, OURS, 2.2, 21),
                turn(2, OURS, 3.3, 21),
                turn(2, STOCK, 3, 20));
    }

    @Test
    void comparesForereadWithStockInEachRound() {
        assertThat(ReadsReport.comparisonTable(two()).lines().skip(2))
                .map(line -> line.replace("4.1-foreread / 4.1-stock-mmap", "ratio"))
                .containsExactly(
                        "| p99 of point reads | ratio | 1.10 (1.10 to 1.10) | 2 | <= 1.10 | 10 %: <= 1.21 | met |",
                        "| p99.9 of point reads | ratio | 1.00 (1.00 to 1.00) | 2 | <= 1.10 | 20 %: <= 1.32 | met |",
                        "| p99 of point reads during a compaction | ratio | 1.10 (1.10 to 1.10) | 2 | <= 1.10"
                                + " | 10 %: <= 1.21 | met |",
                        "| p99.9 of point reads during a compaction | ratio | 1.00 (1.00 to 1.00) | 2 | <= 1.10"
                                + " | 20 %: <= 1.32 | met |",
                        "| bytes of a point read | ratio | 1.05 (1.05 to 1.05) | 2 | <= 1.02 | 5 %: <= 1.071 | **not met** |",
                        "| bytes of LIMIT 10 | ratio | 1.00 (1.00 to 1.00) | 2 | <= 1.10 | 5 %: <= 1.155 | met |");
    }

    @Test
    void aContenderWithFailedRequestsMeetsNoGoal() {
        ReadsResult result =
                result(ReadsGoals.of(List.of(STOCK, OURS), false), turn(1, STOCK, 2, 20), turn(1, OURS, 2, 20, 1));
        assertThat(ReadsReport.comparisonTable(result).lines().skip(2))
                .allMatch(line -> line.endsWith("| **not met** |"));
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(ReadsBench.TABLES, "contenders", two()))
                .isEqualTo(ReadsReport.contenderTable(two()));
        assertThat(WrittenResults.table(ReadsBench.TABLES, "comparisons", two()))
                .isEqualTo(ReadsReport.comparisonTable(two()));
    }

    @Test
    void differentRoundsLeaveTheGoalUndecided() {
        ReadsResult result = result(
                ReadsGoals.of(List.of(STOCK, OURS), false),
                turn(1, STOCK, 2, 20),
                turn(1, OURS, 4, 20),
                turn(2, STOCK, 4, 20),
                turn(2, OURS, 2, 20));

        assertThat(ReadsReport.comparisonTable(result).lines().skip(2).limit(1))
                .allSatisfy(line -> assertThat(line).contains(" | 1.25 (").endsWith("| **not met** |"));
        assertThat(ReadsReport.comparisonTable(result(
                                ReadsGoals.of(List.of(STOCK, OURS), false),
                                turn(1, STOCK, 4, 20),
                                turn(1, OURS, 4, 20),
                                turn(2, STOCK, 4, 20),
                                turn(2, OURS, 2, 20)))
                        .lines()
                        .skip(2)
                        .limit(1))
                .allSatisfy(line -> assertThat(line).contains(" | 0.75 (").endsWith("| undecided: run more rounds |"));
    }

    @Test
    void comparesDirectIoWithTheNativeReaderIfRowsAreHot() {
        List<ReaderVariant> contenders = List.of(DIRECT, ReaderVariant.V50_NATIVE);

        assertThat(ReadsGoals.of(contenders, false)).isEmpty();
        assertThat(ReadsGoals.of(contenders, true))
                .extracting(Comparison::quantity, Comparison::contender, Comparison::reference)
                .containsExactly(
                        tuple(ReadsGoals.COMPACTION_P99, DIRECT.id(), ReaderVariant.V50_NATIVE.id()),
                        tuple(ReadsGoals.COMPACTION_P999, DIRECT.id(), ReaderVariant.V50_NATIVE.id()));
    }
}
