package io.foreread.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.RowDigest;
import java.net.URI;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final DemoMeasurement MAPPED =
            new DemoMeasurement(0, 0, 20_000, 80_000, 80_000L << 12, 1 << 28, 10, 6, 2.5, 0, 0);
    private static final DemoMeasurement CHUNKS =
            new DemoMeasurement(20_000, 20_000L * 14_000, 0, 20_000, 1 << 28, 1 << 28, 5, 2, 2.5, 0, 0);
    private static final DemoMeasurement NATIVE =
            new DemoMeasurement(1_100, 1_100L << 18, 0, 1_150, 1 << 28, 1 << 28, 2, 0.1, 2.5, 0, 4);
    private static final DemoMeasurement FOREREAD =
            new DemoMeasurement(1_100, 1_100L << 18, 0, 2_300, 1 << 28, 1 << 28, 2, 0.1, 2.5, 4, 0);
    private static final RowDigest DIGEST = new RowDigest(100, "aa");

    @Test
    void comparesPageFaultsOfStockWithReadsOfForeread() {
        String report = Report.of(result("4.1.10", "mmap", MAPPED, FOREREAD, 4, DIGEST));

        assertThat(report)
                .contains(
                        "page faults", "18 x fewer", "35 x fewer", "5.0 x higher", "all equal", "1) Data.db is mapped")
                .doesNotContain("--readahead-kb", "native", "NOT EQUAL");
    }

    @Test
    void reportsAKernelReadaheadThatMergesSmallReads() {
        assertThat(Report.of(result("4.1.10", "mmap", MAPPED, FOREREAD, 128, DIGEST)))
                .contains("128 KiB", "--readahead-kb 4");
    }

    @Test
    void reportsTheEffectOfTheNativeReader() {
        assertThat(Report.of(result("5.0.9", "standard", NATIVE, NATIVE, 4, DIGEST)))
                .contains("in place and effective: mean read 256 KiB", "stands down");
        assertThat(Report.of(result("5.0.9", "mmap", MAPPED, FOREREAD, 4, DIGEST)))
                .contains("without effect under mmap; Foreread takes over");
        assertThat(Report.of(result("5.0.9", "standard", CHUNKS, FOREREAD, 4, DIGEST)))
                .contains("without effect: mean read 14 KiB");
    }

    @Test
    void reportsIfForereadServedNoScan() {
        assertThat(Report.of(result("4.1.10", "standard", CHUNKS, CHUNKS, 4, DIGEST)))
                .contains("Foreread served no scan");
    }

    @Test
    void reportsRowsThatDiffer() {
        DemoResult result = result("4.1.10", "mmap", MAPPED, FOREREAD, 4, new RowDigest(100, "bb"));

        assertThat(result.rowsEqual()).isFalse();
        assertThat(Report.of(result)).contains("NOT EQUAL");
    }

    private static DemoResult result(
            String version,
            String access,
            DemoMeasurement stock,
            DemoMeasurement foreread,
            int readAheadKib,
            RowDigest last) {
        return new DemoResult(
                CassandraVersion.of(version),
                17,
                access,
                "mmap",
                100,
                List.of(DIGEST, last),
                1 << 28,
                4,
                OptionalInt.of(readAheadKib),
                stock,
                foreread,
                URI.create("http://127.0.0.1:9507/metrics"));
    }
}
