package io.foreread.it.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.laboratory.ReaderVariant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadsReportTest {
    private static final ReaderVariant DIRECT = ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD.with("direct-io=true");

    private static ReadsTurn turn(double p99Millis, double pointKib, double rangeKib) {
        return new ReadsTurn(
                new Phase(1, p99Millis, 5, 1, pointKib * 1024),
                new Phase(2, 4, 8, 0, rangeKib * 1024),
                new Phase(1.5, 3 * p99Millis, 9, 0, 40 * 1024),
                20);
    }

    @Test
    void reportsMediansWithMinimumAndMaximum() {
        ReadsReport report = new ReadsReport(
                Map.of(ReaderVariant.V41_STOCK_MMAP, List.of(turn(2, 20, 36), turn(3, 20, 36), turn(2.5, 20, 36))),
                false);
        assertThat(report.table().lines())
                .contains(
                        "| 4.1-stock-mmap | point reads | 1.00 (1.00 to 1.00) | 2.50 (2.00 to 3.00)"
                                + " | 5.00 (5.00 to 5.00) | 3 | 20.00 (20.00 to 20.00) |  |",
                        "| 4.1-stock-mmap | point reads during a compaction | 1.50 (1.50 to 1.50) | 7.50 (6.00 to 9.00)"
                                + " | 9.00 (9.00 to 9.00) | 0 |  | 20.00 (20.00 to 20.00) |");
        assertThat(report.targets()).isEmpty();
    }

    @Test
    void reportsTheCostOfForereadAgainstStock() {
        ReadsReport report = new ReadsReport(
                Map.of(
                        ReaderVariant.V41_STOCK_MMAP,
                        List.of(turn(2, 20, 36), turn(3, 20, 36)),
                        ReaderVariant.V41_FOREREAD,
                        List.of(turn(2.9, 21, 39), turn(2.9, 21, 39))),
                false);
        assertThat(report.targets().lines())
                .containsExactly(
                        "  4.1-foreread / 4.1-stock-mmap, p99 of point reads: 1.16, wanted within the spread of stock"
                                + " (up to 1.20): met",
                        "  4.1-foreread / 4.1-stock-mmap, p99 of point reads during a compaction: 1.16, wanted within"
                                + " the spread of stock (up to 1.20): met",
                        "  4.1-foreread / 4.1-stock-mmap, bytes of a point read: 1.05, wanted at most 1.02: NOT MET",
                        "  4.1-foreread / 4.1-stock-mmap, bytes of LIMIT 10: 1.08, wanted at most 1.10: met");
    }

    @Test
    void reportsWhetherDirectIoKeepsHotRowsCached() {
        Map<ReaderVariant, List<ReadsTurn>> turns =
                Map.of(DIRECT, List.of(turn(1, 20, 36)), ReaderVariant.V50_NATIVE, List.of(turn(3, 20, 36)));
        assertThat(new ReadsReport(turns, true).targets().lines())
                .containsExactly("  " + DIRECT + " / " + ReaderVariant.V50_NATIVE
                        + ", p99 of hot rows during a compaction: 0.33," + " wanted at most 0.50: met");
        assertThat(new ReadsReport(turns, false).targets()).isEmpty();
    }
}
