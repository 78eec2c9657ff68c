package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.DeviceStats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionReportTest {
    private static final long INPUT_BYTES = 100 << 20;
    private static final Calibration CALIBRATION = new Calibration(
            List.of(new Calibration.Reading("read", 4, 3000, 11.7), new Calibration.Reading("read", 256, 1024, 256)));
    private static final Map<ReaderVariant, List<MeasuredVariant>> MEASURED = measured(
            List.of(
                    took(ReaderVariant.V41_STOCK_MMAP, 1, 10, 26_000),
                    took(ReaderVariant.V41_STOCK_MMAP, 2, 8, 26_000)),
            List.of(took(ReaderVariant.V41_FOREREAD, 1, 0.5, 500), took(ReaderVariant.V41_FOREREAD, 2, 1, 500)));
    private static final CompactionResult RESULT = result("gp3-256", MEASURED);

    @TempDir
    private Path directory;

    @Test
    void reportsMediansWithTheirSpreadAndTheirShareOfTheLimit() {
        String table = CompactionReport.table(RESULT).split("KiB of the input", 2)[0];

        // The volume has limits of 256 MiB/s and 3,000 requests per second. In its two rounds, 4.1-foreread reads
        // 200 and 100 MiB/s with 1,000 and 500 requests per second.
        assertThat(line(table, "4.1-foreread"))
                .contains(" 150.0 ", "100.0 - 200.0", " 59 ", " 25 ", " 500 ", " 204.8 ");
        assertThat(line(table, "4.1-stock-mmap"))
                .contains(" 11.3 ", "10.0 - 12.5", " 26,000 ")
                .endsWith(" -");
    }

    @Test
    void reportsWhichFilesWereRead() {
        assertThat(CompactionReport.table(RESULT).split("KiB of the input", 2)[1])
                .containsPattern(" Data +Statistics\\R.* +102,400 +12\\R +4.1-foreread +102,400 +12\\R");
    }

    @Test
    void reportsWhichTargetsAreMet() {
        String targets = CompactionTargets.of(RESULT);

        assertThat(line(targets, "throughput"))
                .contains(">= 10.0", " 13.3 (8.00 to 20.0)")
                .endsWith(" met");
        assertThat(line(targets, "fewer device reads"))
                .contains(">= 25.0", " 52.0 ")
                .endsWith(" met");
        assertThat(line(targets, "of the limit")).contains(" 0.59 ", "NOT MET; thread on a CPU 0.60");
    }

    @Test
    void aTargetRatioOf1IsMetIfTheUpperQuartileReachesIt() {
        List<MeasuredVariant> theirs = turns(ReaderVariant.V50_NATIVE, 10, 10, 10, 10, 10);

        // One round in which Foreread is faster proves nothing: other load can have slowed down the other contender.
        assertThat(notBelow(turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 12, 12, 12, 12, 9), theirs))
                .endsWith("NOT MET");
        assertThat(notBelow(turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 12, 12, 12, 9, 9), theirs))
                .endsWith(" met");
        // With too few rounds for quartiles, a single good round is no proof.
        assertThat(notBelow(turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 12, 12, 9), theirs))
                .endsWith("NOT MET");
    }

    @Test
    void comparesOnlyMeasurementsOfTheSameRound() {
        // Foreread's first turn failed.
        List<MeasuredVariant> ours = List.of(
                took(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 2, 10, 500),
                took(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 3, 5, 500));

        assertThat(notBelow(ours, turns(ReaderVariant.V50_NATIVE, 99, 20, 10))).contains("(2.00 to ");
    }

    private static String notBelow(List<MeasuredVariant> ours, List<MeasuredVariant> theirs) {
        return line(CompactionTargets.of(result("gp3-256", measured(theirs, ours))), "median or quartile");
    }

    @Test
    void reportsTheEffectOfASetting() {
        ReaderVariant larger = ReaderVariant.V41_FOREREAD.with("block-size=1MiB");
        ReaderVariant direct = ReaderVariant.V41_FOREREAD.with("direct-io=true");
        Map<ReaderVariant, List<MeasuredVariant>> measured =
                measured(turns(ReaderVariant.V41_FOREREAD, 10), turns(larger, 8), turns(direct, 12.5));

        String targets = CompactionTargets.of(result("gp3-256", measured));

        assertThat(targets.lines().filter(line -> line.contains("+block-size=1MiB")))
                .satisfiesExactly(
                        speed -> assertThat(speed).contains("throughput", " 1.25 (1.25 to 1.25)"),
                        cpu -> assertThat(cpu).contains("CPU per MiB", " 1.00 (1.00 to 1.00)"));
        assertThat(line(targets, ">= 0.95"))
                .contains("+direct-io=true", " 0.80 ")
                .endsWith("NOT MET");
    }

    @Test
    void comparesASettingWithTheSameReleaseWithoutTheAgent() {
        ReaderVariant ours = ReaderVariant.V50_FOREREAD.with("read-ahead=on");
        Map<ReaderVariant, List<MeasuredVariant>> measured =
                measured(turns(ReaderVariant.V50_NATIVE, 10), turns(ours, 8));

        assertThat(line(CompactionTargets.of(result("gp3-256", measured)), "throughput"))
                .contains("/ " + ReaderVariant.V50_NATIVE, " 1.25 (1.25 to 1.25)");
    }

    @Test
    void aReaderThatStandsDownHasNoTarget() {
        assertThat(CompactionTargets.of(result("gp3-256", measured(turns(ReaderVariant.V50_FOREREAD, 10)))))
                .isEmpty();
    }

    @Test
    void zstdHasAHigherTargetBecauseItIsDecompressedAhead() {
        Map<ReaderVariant, List<MeasuredVariant>> measured = measured(
                turns(ReaderVariant.V50_NATIVE, 10),
                turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD, 8),
                turns(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD.with("decompress-ahead=off"), 10));

        assertThat(line(CompactionTargets.of(result("gp3-256", "zstd", measured)), ">= 1.15"))
                .contains(ReaderVariant.LAST_WITHOUT_NATIVE_FOREREAD + " ", " 1.25 ")
                .endsWith(" met");
        assertThat(CompactionTargets.of(result("gp3-256", measured))).doesNotContain(">= 1.15");
    }

    @Test
    void volumesWithoutTargetsGetNoVerdict() {
        assertThat(CompactionTargets.of(result("gp3", MEASURED)))
                .contains("not applied to this volume")
                .doesNotContain("met", "NOT MET");
    }

    @Test
    void theJsonContainsTheValuesOfTheReport() {
        JsonNode json = CompactionJson.json(RESULT);

        assertThat(json.at("/limit/iops").asDouble()).isEqualTo(3000);
        assertThat(json.at("/limit/mib_per_s").asDouble()).isEqualTo(256);
        JsonNode ours = json.at("/results/1");
        assertThat(ours.get("contender").asText()).isEqualTo("4.1-foreread");
        assertThat(ours.get("cassandra").asText())
                .isEqualTo(CassandraRelease.newestOf("4.1").toString());
        assertThat(ours.get("workload").asText()).isEqualTo("values-1k");
        assertThat(ours.at("/mib_per_s/min").asDouble()).isEqualTo(100);
        assertThat(ours.at("/mib_per_s/median").asDouble()).isEqualTo(150);
        assertThat(ours.at("/mib_per_s/max").asDouble()).isEqualTo(200);
        assertThat(ours.get("mean_device_read_bytes").asLong()).isEqualTo(209_715);
        assertThat(ours.get("cpu_s_per_mib").asDouble()).isEqualTo(0.02);
        assertThat(ours.get("allocated_per_compacted_byte").asDouble()).isEqualTo(3);
        assertThat(ours.get("blocked_ms").asLong()).isEqualTo(40);
        assertThat(ours.get("direct_bytes_max").asLong()).isEqualTo(9 << 20);
        assertThat(ours.at("/left_cached_bytes/Statistics").asLong()).isEqualTo(12 << 10);
        assertThat(json.at("/results/0/blocked_ms").isNull()).isTrue();
    }

    @Test
    void thePlotHasABarPerContenderAndTheLimit() throws IOException {
        Path file = directory.resolve("plot.png");

        CompactionPlot.write(RESULT, file);

        var image = ImageIO.read(file.toFile());
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        assertThat(pixels).contains(0xff2a6fb0, 0xffc2571a);
    }

    @Test
    void sharesAreListedFromLargestToSmallest() {
        assertThat(CompactionProfile.shares(Map.of("a.B.c  byte[]", 300L, "d.E.f  Row", 100L))
                        .lines())
                .containsExactly("   75.0 %  a.B.c  byte[]", "   25.0 %  d.E.f  Row");
    }

    @Test
    void cpuSamplesOfALibraryAreAddedUpIfItsFileNameHasATemporarySuffix() {
        assertThat(CpuLibraries.read(List.of(
                        "CompactionExecu     a9957 (/tmp/run/libzstd-jni-1.5.5-116153765448502415283.so (deleted))",
                        "CompactionExecu     8c4e8 (/tmp/run/libzstd-jni-1.5.5-2222222222222222.so (deleted))",
                        "CompactionExecu  7f01c53a (/tmp/perf-1567.map)",
                        "CompactionExecu  ffffffff81 ([kernel.kallsyms])",
                        "CompactionExecu  ffffffff82 ([ext4])",
                        "CompactionExecu  7ffd1000 ([vdso])",
                        "CompactionExecu  7f01c53a ([unknown])",
                        "CompactionExecu  7f01c53a (/usr/lib/x86_64-linux-gnu/libc.so.6)",
                        "GC Thread#0      7f01c53a (/opt/java/lib/server/libjvm.so)")))
                .isEqualTo(Map.of(
                        "libzstd-jni-1.5.5.so", 2L, "Java code", 2L, "kernel", 2L, "[vdso]", 1L, "libc.so.6", 1L));
    }

    @SafeVarargs
    private static Map<ReaderVariant, List<MeasuredVariant>> measured(List<MeasuredVariant>... turns) {
        Map<ReaderVariant, List<MeasuredVariant>> measured = new LinkedHashMap<>();
        for (List<MeasuredVariant> all : turns) measured.put(all.get(0).contender(), all);
        return measured;
    }

    private static List<MeasuredVariant> turns(ReaderVariant contender, double... seconds) {
        return IntStream.range(0, seconds.length)
                .mapToObj(i -> took(contender, i + 1, seconds[i], 500))
                .toList();
    }

    private static CompactionResult result(String preset, Map<ReaderVariant, List<MeasuredVariant>> measured) {
        return result(preset, "lz4", measured);
    }

    private static CompactionResult result(
            String preset, String compressor, Map<ReaderVariant, List<MeasuredVariant>> measured) {
        return new CompactionResult(
                VolumeSpec.of(preset, null, null, null, null),
                DataSpec.of("values-1k", compressor, 16, 840, 4),
                Optional.of(CALIBRATION),
                measured);
    }

    private static MeasuredVariant took(ReaderVariant contender, int round, double seconds, long reads) {
        return new MeasuredVariant(
                contender,
                round,
                seconds,
                INPUT_BYTES,
                new DeviceStats.Reads(reads, 100 << 20, 300),
                2000,
                Math.round(seconds * 600),
                contender.hasAgent() ? OptionalLong.of(40) : OptionalLong.empty(),
                3 * INPUT_BYTES,
                9 << 20,
                Map.of("Data", 100L << 20, "Statistics", 12L << 10));
    }

    private static String line(String text, String part) {
        List<String> lines = text.lines().filter(line -> line.contains(part)).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0).stripTrailing();
    }
}
