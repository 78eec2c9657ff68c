package io.foreread.it.bench.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.foreread.it.bench.compaction.MeasuredVariant;
import io.foreread.it.bench.comparison.Comparison;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.results.WrittenResults;
import io.foreread.it.fixture.DeviceStats;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelReadAheadReportTest {
    private static final ReaderVariant MMAP = ReaderVariant.V41_STOCK_MMAP;
    private static final ReaderVariant PREAD = ReaderVariant.V41_STOCK_PREAD;
    private static final ReaderVariant OURS = ReaderVariant.V41_FOREREAD;
    private static final List<ReaderVariant> CONTENDERS = List.of(MMAP, PREAD, OURS);

    /** Returns a turn in which all latencies are proportional to the duration of the compaction of 100 MiB. */
    private static KernelReadAheadTurn turn(int round, ReaderVariant reader, int kib, double seconds, double pointKib) {
        return new KernelReadAheadTurn(
                round,
                reader.id(),
                kib,
                new PointReads(4000, 0, 1, seconds, 2 * seconds, 5.5, pointKib * 1024),
                new PointReads(4000, 0, 1, 3 * seconds, 4 * seconds, 5, 1024),
                2,
                new MeasuredVariant(
                        reader.id(),
                        round,
                        seconds,
                        100 << 20,
                        new DeviceStats.Reads(1000, 100 << 20, 300),
                        2000,
                        1000,
                        reader.hasAgent() ? 40L : null,
                        300 << 20,
                        9 << 20,
                        Map.of("Data", 1024L)));
    }

    private static KernelReadAheadResult result(List<Integer> kibs, KernelReadAheadTurn... turns) {
        return new KernelReadAheadResult(
                "gp3-256: 3,000 IOPS, 256 MiB/s",
                "values-1k, lz4",
                200,
                256,
                Arrays.asList(turns),
                KernelReadAheadGoals.of(CONTENDERS, kibs));
    }

    /** Two rounds with the orders 128, 4 and 4, 128. */
    private static KernelReadAheadResult two() {
        return result(
                List.of(4, 128),
                turn(1, MMAP, 128, 2, 250),
                turn(1, OURS, 128, 1, 250),
                turn(1, MMAP, 4, 10, 20),
                turn(1, OURS, 4, 1, 20),
                turn(2, OURS, 4, 2, 20),
                turn(2, MMAP, 4, 20, 20),
                turn(2, OURS, 128, 2, 255),
                turn(2, MMAP, 128, 4, 250));
    }

    @Test
    void reportsTheMediansOfEachContenderWithTheSmallestReadaheadFirst() {
        assertThat(KernelReadAheadReport.contenderTable(two()))
                .isEqualTo(
                        """
                        | readahead | contender | compaction MiB/s | KiB per point read | device reads per point read | p99 ms alone | p99 ms during compactions | p99.9 ms during compactions | failed |
                        |---|---|---|---|---|---|---|---|---|
                        | 4 KiB | 4.1-stock-mmap | 7.5 (5.0 to 10.0) | 20.0 (20.0 to 20.0) | 5.5 (5.5 to 5.5) | 15.00 (10.00 to 20.00) | 45.00 (30.00 to 60.00) | 60.00 (40.00 to 80.00) | 0 |
                        | 4 KiB | 4.1-foreread | 75.0 (50.0 to 100.0) | 20.0 (20.0 to 20.0) | 5.5 (5.5 to 5.5) | 1.50 (1.00 to 2.00) | 4.50 (3.00 to 6.00) | 6.00 (4.00 to 8.00) | 0 |
                        | 128 KiB | 4.1-stock-mmap | 37.5 (25.0 to 50.0) | 250.0 (250.0 to 250.0) | 5.5 (5.5 to 5.5) | 3.00 (2.00 to 4.00) | 9.00 (6.00 to 12.00) | 12.00 (8.00 to 16.00) | 0 |
                        | 128 KiB | 4.1-foreread | 75.0 (50.0 to 100.0) | 252.5 (250.0 to 255.0) | 5.5 (5.5 to 5.5) | 1.50 (1.00 to 2.00) | 4.50 (3.00 to 6.00) | 6.00 (4.00 to 8.00) | 0 |
                        """);
    }

    @Test
    void theTableOfThroughputsHasARowForEachReadaheadAndAColumnForEachReader() {
        assertThat(KernelReadAheadReport.throughputTable(two()))
                .isEqualTo(
                        """
                        | readahead | 4.1-stock-mmap | 4.1-foreread |
                        |---|---|---|
                        | 4 KiB | 7.5 | 75.0 |
                        | 128 KiB | 37.5 | 75.0 |
                        """);
    }

    @Test
    void aReaderWithoutResultsAtAReadaheadHasAnEmptyCell() {
        assertThat(KernelReadAheadReport.throughputTable(
                        result(List.of(4, 16), turn(1, MMAP, 4, 10, 20), turn(1, OURS, 16, 1, 20))))
                .endsWith("| 4 KiB | 10.0 | |\n| 16 KiB | | 100.0 |\n");
    }

    @Test
    void comparesForereadWithStockAtEachReadaheadAndAcrossThem() {
        assertThat(KernelReadAheadReport.comparisonTable(two()).lines().skip(2))
                .map(line -> line.replace("4.1-foreread at", "ours").replace("4.1-stock-mmap at", "mmap"))
                .containsExactly(
                        "| throughput | ours 4 KiB / mmap 4 KiB | 10.0 (10.0 to 10.0) | 2 | >= 1.00 | 5 %: >= 0.95 | met |",
                        "| p99 of point reads during a compaction | ours 4 KiB / mmap 4 KiB | 0.10 (0.10 to 0.10) | 2"
                                + " | <= 1.10 | 10 %: <= 1.21 | met |",
                        "| p99.9 of point reads during a compaction | ours 4 KiB / mmap 4 KiB | 0.10 (0.10 to 0.10) | 2"
                                + " | <= 1.10 | 20 %: <= 1.32 | met |",
                        "| bytes of a point read | ours 4 KiB / mmap 4 KiB | 1.00 (1.00 to 1.00) | 2 | <= 1.02"
                                + " | 5 %: <= 1.071 | met |",
                        "| throughput | ours 128 KiB / mmap 128 KiB | 2.00 (2.00 to 2.00) | 2 | >= 1.00"
                                + " | 5 %: >= 0.95 | met |",
                        "| p99 of point reads during a compaction | ours 128 KiB / mmap 128 KiB | 0.50 (0.50 to 0.50) | 2"
                                + " | <= 1.10 | 10 %: <= 1.21 | met |",
                        "| p99.9 of point reads during a compaction | ours 128 KiB / mmap 128 KiB | 0.50 (0.50 to 0.50)"
                                + " | 2 | <= 1.10 | 20 %: <= 1.32 | met |",
                        "| bytes of a point read | ours 128 KiB / mmap 128 KiB | 1.01 (0.89 to 1.15) | 2 | <= 1.02"
                                + " | 5 %: <= 1.071 | undecided: run more rounds |",
                        "| throughput | ours 4 KiB / mmap 128 KiB | 2.00 (2.00 to 2.00) | 2 | | | |",
                        "| p99 of point reads | ours 4 KiB / mmap 128 KiB | 0.50 (0.50 to 0.50) | 2 | | | |",
                        "| p99 of point reads during a compaction | ours 4 KiB / mmap 128 KiB | 0.50 (0.50 to 0.50) | 2"
                                + " | | | |",
                        "| p99.9 of point reads during a compaction | ours 4 KiB / mmap 128 KiB | 0.50 (0.50 to 0.50)"
                                + " | 2 | | | |",
                        "| bytes of a point read | ours 4 KiB / mmap 128 KiB | 0.08 (0.08 to 0.08) | 2 | | | |");
    }

    @Test
    void pointReadsAreComparedOnlyWithTheSameDiskAccessMode() {
        List<Comparison> comparisons = KernelReadAheadGoals.of(CONTENDERS, List.of(16));

        assertThat(comparisons)
                .extracting(Comparison::quantity, Comparison::reference)
                .containsExactly(
                        tuple("throughput", "4.1-stock-mmap at 16 KiB"),
                        tuple("p99 of point reads during a compaction", "4.1-stock-mmap at 16 KiB"),
                        tuple("p99.9 of point reads during a compaction", "4.1-stock-mmap at 16 KiB"),
                        tuple("bytes of a point read", "4.1-stock-mmap at 16 KiB"),
                        tuple("throughput", "4.1-stock-pread at 16 KiB"),
                        tuple("p99 of point reads during a compaction", "4.1-stock-pread at 16 KiB"),
                        tuple("p99.9 of point reads during a compaction", "4.1-stock-pread at 16 KiB"));
        assertThat(comparisons).extracting(Comparison::contender).containsOnly("4.1-foreread at 16 KiB");
    }

    @Test
    void readersOfDifferentReleasesAreNotCompared() {
        assertThat(KernelReadAheadGoals.of(
                        List.of(ReaderVariant.LAST_WITHOUT_NATIVE_STOCK, ReaderVariant.V41_FOREREAD), List.of(4, 128)))
                .isEmpty();
    }

    @Test
    void theTextContainsAllTables() {
        assertThat(KernelReadAheadReport.text(two()))
                .contains(
                        "gp3-256: 3,000 IOPS, 256 MiB/s; values-1k, lz4; page cache of 256 MiB; 200 requests a second",
                        KernelReadAheadReport.contenderTable(two()),
                        KernelReadAheadReport.comparisonTable(two()));
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(KernelReadAheadBench.TABLES, "throughputs", two()))
                .isEqualTo(KernelReadAheadReport.throughputTable(two()));
        assertThat(WrittenResults.table(KernelReadAheadBench.TABLES, "contenders", two()))
                .isEqualTo(KernelReadAheadReport.contenderTable(two()));
        assertThat(WrittenResults.table(KernelReadAheadBench.TABLES, "comparisons", two()))
                .isEqualTo(KernelReadAheadReport.comparisonTable(two()));
    }
}
