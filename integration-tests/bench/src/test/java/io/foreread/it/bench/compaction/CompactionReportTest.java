package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.bench.results.WrittenResults;
import io.foreread.it.fixture.DeviceStats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the tables, the verdicts and the plot of the compaction benchmark. */
class CompactionReportTest {
    private static final long INPUT_BYTES = 100 << 20;
    private static final Calibration CALIBRATION = new Calibration(
            List.of(new Calibration.Reading("read", 4, 3000, 11.7), new Calibration.Reading("read", 256, 1024, 256)));
    private static final CompactionResult RESULT = result(
            "gp3-256",
            List.of(
                    took(ReaderVariant.V41_STOCK_MMAP, 1, 10, 26_000),
                    took(ReaderVariant.V41_STOCK_MMAP, 2, 8, 26_000)),
            List.of(took(ReaderVariant.V41_FOREREAD, 1, 0.5, 500), took(ReaderVariant.V41_FOREREAD, 2, 1, 500)));

    @TempDir
    private Path directory;

    @Test
    void reportsMediansWithTheirSpreadAndTheirShareOfTheLimit() {
        // The volume has limits of 256 MiB/s and 3,000 requests per second. In its two rounds, 4.1-foreread reads
        // 200 and 100 MiB/s with 1,000 and 500 requests per second.
        assertThat(CompactionReport.contenderTable(RESULT).lines().skip(2))
                .containsExactly(
                        "| 4.1-stock-mmap | 11.3 (10.0 to 12.5) | 4 | 98 | 26,000 | 3.9 | 0.30 s | 20.00 | 0.23 | 60 %"
                                + " | 3.00 | 9.0 | |",
                        "| 4.1-foreread | 150.0 (100.0 to 200.0) | 59 | 25 | 500 | 204.8 | 0.30 s | 20.00 | 3.00 | 60 %"
                                + " | 3.00 | 9.0 | 0.04 s |");
    }

    @Test
    void reportsWhichFilesWereRead() {
        assertThat(CompactionReport.cachedTable(RESULT))
                .isEqualTo(
                        """
                        | contender | Data | Statistics |
                        |---|---|---|
                        | 4.1-stock-mmap | 102,400 | 12 |
                        | 4.1-foreread | 102,400 | 12 |
                        """);
    }

    @Test
    void reportsWhatFioMeasured() {
        assertThat(CompactionReport.volumeTable(RESULT).lines())
                .contains("| sequential | 4 | 3,000 | 11.7 |", "| sequential | 256 | 1,024 | 256.0 |");
    }

    @Test
    void theTextContainsAllTables() {
        assertThat(CompactionReport.text(RESULT))
                .contains(
                        "gp3-256: 3,000 IOPS, 256 MiB/s",
                        "values-1k, lz4",
                        "100 MiB on disk in all sstables; medians of 2 rounds",
                        CompactionReport.volumeTable(RESULT),
                        CompactionReport.contenderTable(RESULT),
                        CompactionReport.cachedTable(RESULT),
                        CompactionReport.comparisonTable(RESULT));
    }

    @Test
    void reportsWhichGoalsAreMet() {
        String comparisons = CompactionReport.comparisonTable(RESULT);

        // The ratios of the two rounds are 20 and 8.
        assertThat(line(comparisons, "throughput"))
                .startsWith("| throughput | 4.1-foreread / 4.1-stock-mmap | 14.0 (")
                .endsWith("| 2 | >= 10.0 | 5 %: >= 9.50 | undecided: run more rounds |");
        assertThat(line(comparisons, "device reads"))
                .isEqualTo("| device reads | 4.1-stock-mmap / 4.1-foreread | 52.0 (52.0 to 52.0) | 2 | >= 25.0"
                        + " | 5 %: >= 23.75 | met |");
        assertThat(line(comparisons, "share of the limit"))
                .startsWith("| share of the limit, bandwidth or one CPU | 4.1-foreread | 0.69 (")
                .endsWith("| **not met** |");
    }

    @Test
    void aContenderThatIsLimitedByTheCpuMeetsTheGoalAndItsShareOfTheBandwidthIsReported() {
        CompactionResult result = result("gp3-256", List.of(busy(1, 950), busy(2, 950), busy(3, 950)));

        assertThat(CompactionReport.comparisonTable(result).lines().filter(line -> line.contains("share")))
                .containsExactly(
                        "| share of the limit, bandwidth or one CPU | 4.1-foreread | 0.95 (0.95 to 0.95) | 3 | >= 0.90"
                                + " | 5 %: >= 0.855 | met |",
                        "| share of the volume's bandwidth | 4.1-foreread | 0.39 (0.39 to 0.39) | 3 | | | |",
                        "| share of one CPU, compacting thread | 4.1-foreread | 0.95 (0.95 to 0.95) | 3 | | | |");
    }

    @Test
    void forereadIsNotBelowNativeOnlyIfTheMedianAndTheIntervalSaySo() {
        List<MeasuredVariant> theirs = turns(ReaderVariant.V50_NATIVE, 10, 10, 10, 10, 10);

        assertThat(notBelow(turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 10, 10.1, 9.9, 10, 10), theirs))
                .endsWith("| met |");
        assertThat(notBelow(turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 10, 9, 11, 12, 10), theirs))
                .endsWith("| undecided: run more rounds |");
        assertThat(notBelow(turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 12, 12, 10.1, 9, 9), theirs))
                .endsWith("| **not met** |");
    }

    private static String notBelow(List<MeasuredVariant> ours, List<MeasuredVariant> theirs) {
        return line(CompactionReport.comparisonTable(result("gp3-256", theirs, ours)), ">= 1.00");
    }

    @Test
    void reportsTheEffectOfASetting() {
        ReaderVariant larger = ReaderVariant.V41_FOREREAD.with("block-size=1MiB");
        ReaderVariant direct = ReaderVariant.V41_FOREREAD.with("direct-io=true");
        CompactionResult result = result(
                "gp3-256", turns(ReaderVariant.V41_FOREREAD, 10, 10), turns(larger, 8, 8), turns(direct, 12.5, 12.5));

        String comparisons = CompactionReport.comparisonTable(result);

        assertThat(comparisons.lines().filter(line -> line.contains("+block-size=1MiB /")))
                .containsExactly(
                        "| throughput | " + larger + " / 4.1-foreread | 1.25 (1.25 to 1.25) | 2 | | | |",
                        "| CPU per MiB | " + larger + " / 4.1-foreread | 1.00 (1.00 to 1.00) | 2 | | | |");
        assertThat(line(comparisons, ">= 0.95"))
                .contains("+direct-io=true", "| 0.80 (")
                .endsWith("| **not met** |");
    }

    @Test
    void comparesASettingWithTheSameReleaseWithoutTheAgent() {
        ReaderVariant ours = ReaderVariant.V50_FOREREAD.with("read-ahead=on");
        CompactionResult result = result("gp3-256", turns(ReaderVariant.V50_NATIVE, 10), turns(ours, 8));

        assertThat(line(CompactionReport.comparisonTable(result), "throughput"))
                .contains("/ " + ReaderVariant.V50_NATIVE + " | 1.25 (no interval)");
    }

    @Test
    void aReaderThatStandsDownHasNoGoal() {
        assertThat(CompactionReport.comparisonTable(result("gp3-256", turns(ReaderVariant.V50_FOREREAD, 10))))
                .isEmpty();
    }

    @Test
    void zstdHasAHigherGoalBecauseItIsDecompressedAhead() {
        List<ReaderVariant> contenders = List.of(ReaderVariant.V50_NATIVE, ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD);

        assertThat(throughputGoal(contenders, "zstd")).isEqualTo(1.15);
        assertThat(throughputGoal(contenders, "lz4")).isEqualTo(1);
    }

    @Test
    void uncompressedSstablesHaveGoalsOfTheirOwn() {
        List<ReaderVariant> contenders = List.of(ReaderVariant.V50_NATIVE, ReaderVariant.V50_FOREREAD);

        assertThat(throughputGoal(contenders, "none")).isEqualTo(5);
        assertThat(throughputGoal(contenders, "lz4")).isZero();
    }

    @Test
    void compressAheadHasGoalsAgainstTheNativeReaderAndAgainstTheDefaults() {
        ReaderVariant ahead = ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD.with("compress-ahead=on");
        List<MeasuredVariant> theirs = turns(ReaderVariant.V50_NATIVE, 10, 10, 10);

        String comparisons = CompactionReport.comparisonTable(result("nvme", theirs, turns(ahead, 7, 7.1, 7.2)));

        assertThat(line(comparisons, "throughput")).endsWith("| >= 1.30 | 23 %: >= 1.00 | met |");
        assertThat(line(comparisons, "CPU per MiB")).endsWith("| <= 1.15 | 5 %: <= 1.2075 | met |");
        assertThat(throughputGoal(List.of(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, ahead), "lz4"))
                .isEqualTo(1);
    }

    private static double throughputGoal(List<ReaderVariant> contenders, String compressor) {
        return CompactionGoals.of(volume("gp3-256"), data(compressor), contenders).stream()
                .filter(comparison -> comparison.quantity().equals(CompactionGoals.THROUGHPUT))
                .mapToDouble(comparison -> comparison.goal().limit())
                .sum();
    }

    @Test
    void volumesWithoutGoalsGetNoVerdict() {
        assertThat(CompactionReport.comparisonTable(
                                result("gp3", RESULT.of("4.1-stock-mmap"), RESULT.of("4.1-foreread")))
                        .lines()
                        .skip(2))
                .hasSize(2)
                .allMatch(line -> line.endsWith("| | | |"));
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(CompactionBench.TABLES, "contenders", RESULT))
                .isEqualTo(CompactionReport.contenderTable(RESULT));
        assertThat(WrittenResults.table(CompactionBench.TABLES, "comparisons", RESULT))
                .isEqualTo(CompactionReport.comparisonTable(RESULT));
        assertThat(WrittenResults.table(CompactionBench.TABLES, "page-cache", RESULT))
                .isEqualTo(CompactionReport.cachedTable(RESULT));
        assertThat(WrittenResults.table(CompactionBench.TABLES, "volume", RESULT))
                .isEqualTo(CompactionReport.volumeTable(RESULT));
    }

    @Test
    void thePlotHasABarPerContenderAndTheLimit() throws IOException {
        Path file = directory.resolve("plot.png");

        CompactionPlot.write(RESULT, file);

        // The bars begin at x = 300. The first begins at y = 70, the second at y = 106.
        var image = ImageIO.read(file.toFile());
        assertThat(RESULT.contenders()).containsExactly("4.1-stock-mmap", "4.1-foreread");
        assertThat(image.getRGB(305, 73)).as("bar of 4.1-stock-mmap").isEqualTo(0xffb0b0b0);
        assertThat(image.getRGB(305, 109)).as("bar of 4.1-foreread").isEqualTo(0xff2a6fb0);
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        assertThat(pixels).as("line of the limit").contains(0xffc2571a);
    }

    private static List<MeasuredVariant> turns(ReaderVariant contender, double... seconds) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> took(contender, i + 1, seconds[i], 500))
                .toList();
    }

    /** Returns the results of these turns, with the comparisons of their contenders. */
    @SafeVarargs
    private static CompactionResult result(String preset, List<MeasuredVariant>... turns) {
        List<MeasuredVariant> all = new ArrayList<>();
        for (List<MeasuredVariant> some : turns) all.addAll(some);
        List<String> contenders =
                all.stream().map(MeasuredVariant::contender).distinct().toList();
        return new CompactionResult(
                volume(preset).words(),
                data("lz4").words(),
                CALIBRATION.mibPerSecond(),
                CALIBRATION.iops(),
                CALIBRATION.readings(),
                all,
                List.of(),
                CompactionGoals.of(volume(preset), data("lz4"), ReaderVariant.named(contenders)));
    }

    private static VolumeSpec volume(String preset) {
        return VolumeSpec.of(preset, null, null, null, null);
    }

    private static DataSpec data(String compressor) {
        return DataSpec.of("values-1k", compressor, 16, 840, 4);
    }

    private static MeasuredVariant took(ReaderVariant contender, int round, double seconds, long reads) {
        return took(contender, round, seconds, reads, Math.round(seconds * 600));
    }

    /** Returns a turn of a second, in which the thread was on a CPU for this time. */
    private static MeasuredVariant busy(int round, long threadCpuMillis) {
        return took(ReaderVariant.V41_FOREREAD, round, 1, 500, threadCpuMillis);
    }

    private static MeasuredVariant took(
            ReaderVariant contender, int round, double seconds, long reads, long threadCpuMillis) {
        return new MeasuredVariant(
                contender.id(),
                round,
                seconds,
                INPUT_BYTES,
                new DeviceStats.Reads(reads, 100 << 20, 300),
                2000,
                threadCpuMillis,
                contender.hasAgent() ? 40L : null,
                3 * INPUT_BYTES,
                9 << 20,
                new TreeMap<>(Map.of("Data", 100L << 20, "Statistics", 12L << 10)));
    }

    private static String line(String text, String part) {
        List<String> lines = text.lines().filter(line -> line.contains(part)).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }
}
