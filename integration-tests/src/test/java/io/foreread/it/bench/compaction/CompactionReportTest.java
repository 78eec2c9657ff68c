package io.foreread.it.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.bench.laboratory.Calibration;
import io.foreread.it.bench.laboratory.Contender;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.VolumeSpec;
import io.foreread.it.fixture.DeviceStats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionReportTest {
    private static final long INPUT_BYTES = 100 << 20;
    private static final Calibration CALIBRATION = new Calibration(
            List.of(new Calibration.Reading("read", 4, 3000, 11.7), new Calibration.Reading("read", 256, 1024, 256)));
    private static final Map<Contender, List<Measured>> MEASURED = new EnumMap<>(Map.of(
            Contender.V41_STOCK_MMAP,
            List.of(took(Contender.V41_STOCK_MMAP, 10, 26_000), took(Contender.V41_STOCK_MMAP, 8, 26_000)),
            Contender.V41_FOREREAD,
            List.of(took(Contender.V41_FOREREAD, 0.5, 500), took(Contender.V41_FOREREAD, 1, 500))));
    private static final CompactionResult RESULT = result("gp3-256");

    @TempDir
    private Path directory;

    @Test
    void tellsMediansWithTheirSpreadAndHowCloseToTheLimitTheyCome() {
        String table = CompactionReport.table(RESULT);

        // 100 and 200 MiB/s of 256; 500 and 1,000 requests a second of 3,000.
        assertThat(line(table, "4.1-foreread"))
                .contains(" 150.0 ", "100.0 - 200.0", " 59 ", " 25 ", " 500 ", " 204.8 ");
        assertThat(line(table, "4.1-stock-mmap"))
                .contains(" 11.3 ", "10.0 - 12.5", " 26,000 ")
                .endsWith(" -");
    }

    @Test
    void saysWhichTargetIsMetAndWhichIsNot() {
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
    void promisesNothingForOtherVolumes() {
        assertThat(CompactionTargets.of(result("gp3")))
                .contains("without a verdict")
                .doesNotContain("met", "NOT MET");
    }

    @Test
    void theJsonHasTheSame() {
        JsonNode json = CompactionJson.json(RESULT);

        assertThat(json.at("/limit/iops").asDouble()).isEqualTo(3000);
        assertThat(json.at("/limit/mib_per_s").asDouble()).isEqualTo(256);
        JsonNode ours = json.at("/results/1");
        assertThat(ours.get("contender").asText()).isEqualTo("4.1-foreread");
        assertThat(ours.get("cassandra").asText()).isEqualTo("4.1.10");
        assertThat(ours.get("workload").asText()).isEqualTo("values-1k");
        assertThat(ours.at("/mib_per_s/min").asDouble()).isEqualTo(100);
        assertThat(ours.at("/mib_per_s/median").asDouble()).isEqualTo(150);
        assertThat(ours.at("/mib_per_s/max").asDouble()).isEqualTo(200);
        assertThat(ours.get("mean_device_read_bytes").asLong()).isEqualTo(209_715);
        assertThat(ours.get("cpu_s_per_mib").asDouble()).isEqualTo(0.02);
        assertThat(ours.get("allocated_per_compacted_byte").asDouble()).isEqualTo(3);
        assertThat(ours.get("blocked_ms").asLong()).isEqualTo(40);
        assertThat(ours.get("direct_bytes_max").asLong()).isEqualTo(9 << 20);
        assertThat(json.at("/results/0/blocked_ms").isNull()).isTrue();
    }

    @Test
    void thePlotHasABarOfOursAndTheLimit() throws IOException {
        Path file = directory.resolve("plot.png");

        CompactionPlot.write(RESULT, file);

        var image = ImageIO.read(file.toFile());
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        assertThat(pixels).contains(0xff2a6fb0, 0xffc2571a);
    }

    @Test
    void sharesAreToldTheMostFirst() {
        assertThat(CompactionProfile.shares(Map.of("a.B.c  byte[]", 300L, "d.E.f  Row", 100L))
                        .lines())
                .containsExactly("   75.0 %  a.B.c  byte[]", "   25.0 %  d.E.f  Row");
    }

    private static CompactionResult result(String preset) {
        return new CompactionResult(
                VolumeSpec.of(preset, null, null, null, null),
                DataSpec.of("values-1k", "lz4", 16, 840),
                Optional.of(CALIBRATION),
                MEASURED);
    }

    private static Measured took(Contender contender, double seconds, long reads) {
        return new Measured(
                contender,
                seconds,
                INPUT_BYTES,
                new DeviceStats.Reads(reads, 100 << 20, 300),
                2000,
                Math.round(seconds * 600),
                contender.isOurs() ? OptionalLong.of(40) : OptionalLong.empty(),
                3 * INPUT_BYTES,
                9 << 20);
    }

    private static String line(String text, String part) {
        List<String> lines = text.lines().filter(line -> line.contains(part)).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0).stripTrailing();
    }
}
