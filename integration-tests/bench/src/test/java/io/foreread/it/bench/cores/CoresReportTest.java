package io.foreread.it.bench.cores;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.bench.load.RequestLatency;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoresReportTest {
    private static CoresResult result(double... autoP99Millis) {
        List<CoresWindow> windows = new ArrayList<>();
        for (int round = 1; round <= autoP99Millis.length; round++) {
            windows.add(window(round, "compress-ahead=off", 2, 0));
            windows.add(window(round, "compress-ahead=auto", autoP99Millis[round - 1], 5000));
        }
        return new CoresResult(
                "documents",
                4000,
                10,
                2,
                windows,
                CoresReport.comparisons("compress-ahead=auto", "compress-ahead=off"));
    }

    private static CoresWindow window(int round, String contender, double p99Millis, double chunksAhead) {
        RequestLatency latency = new RequestLatency(p99Millis, 9, 3, 9);
        return new CoresWindow(round, contender, latency, 1.5, 1.9, chunksAhead, 400);
    }

    @Test
    void eachSettingHasARowOfMedians() {
        assertThat(CoresReport.windowTable(result(2, 2.1, 2.2)))
                .contains("| compress-ahead=off | 2.00 | 9.00 | 3.00 | 9.00 | 1.50 | 1.90 | 0 | 40.0 |")
                .contains("| compress-ahead=auto | 2.10 | 9.00 | 3.00 | 9.00 | 1.50 | 1.90 | 500 | 40.0 |");
    }

    @Test
    void aHigherP99ExceedsTheLimit() {
        assertThat(CoresReport.keepsLimits(result(2, 2.01, 2.02))).isTrue();
        assertThat(CoresReport.keepsLimits(result(2.4, 2.41, 2.42))).isFalse();
    }

    @Test
    void p99AndP999OfReadsAndWritesHaveGoals() {
        assertThat(CoresReport.comparisonTable(result(2, 2.01, 2.02)))
                .contains(
                        "| p99.9 of reads | compress-ahead=auto / compress-ahead=off | 1.00 (1.00 to 1.00) | 3 | <= 1.10 | 20 %")
                .contains(
                        "| p99.9 of writes | compress-ahead=auto / compress-ahead=off | 1.00 (1.00 to 1.00) | 3 | <= 1.10 | 20 %");
    }

    @Test
    void theUpperEndOfTheIntervalDecides() {
        assertThat(CoresReport.comparisonTable(result(2, 2.01, 2.02))).contains("<= 1.10 | 0 %: <= 1.10 | met |");
        assertThat(CoresReport.comparisonTable(result(1.5, 2, 2.9))).contains("| undecided: run more rounds |");
    }
}
