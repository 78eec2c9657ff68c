package io.foreread.it.bench.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.results.WrittenResults;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AbuseReportTest {
    private static final AbuseResult RESULT = new AbuseResult(
            false,
            1000,
            5,
            Stream.concat(rounds(Abuse.SLOW_READERS, 1.0, 520), rounds(Abuse.BAD_TLS, 2.0, 900))
                    .toList());

    @Test
    void reportsTheRatiosOfLatenciesAndMarksAbusesThatIncreaseThem() {
        assertThat(AbuseReport.latencyTable(RESULT).lines())
                .contains(
                        "| slow-readers | p99 of reads | 2.50 | 2.50 | 1.00 (1.00 to 1.00) | 4 | |",
                        "| bad-tls | p99 of reads | 2.50 | 5.00 | 2.00 (2.00 to 2.00) | 4 | yes |",
                        "| bad-tls | p99.9 of reads | 25.00 | 50.00 | 2.00 (2.00 to 2.00) | 4 | yes |",
                        "| bad-tls | p99.9 of writes | 9.00 | 9.00 | 1.00 (1.00 to 1.00) | 4 | |");
    }

    @Test
    void reportsTheCpuTimeOfTheNode() {
        assertThat(AbuseReport.cpuTable(RESULT).lines())
                .contains(
                        "| slow-readers | 0.50 | 0.52 | 0.02 (0.02 to 0.02) | 12 |",
                        "| bad-tls | 0.50 | 0.90 | 0.40 (0.40 to 0.40) | 12 |");
    }

    @Test
    void scrapeLoopsMustKeepTheLimitsOfCpuAndLatency() {
        assertThat(AbuseReport.keepsLimits(loops(1.05, 2_400))).isTrue();
        assertThat(AbuseReport.keepsLimits(loops(1.05, 2_600))).isFalse();
        assertThat(AbuseReport.keepsLimits(loops(1.2, 2_400))).isFalse();
        assertThat(AbuseReport.keepsLimits(RESULT)).as("without scrape loops").isTrue();
        assertThat(AbuseReport.limitTable(RESULT)).isEmpty();
        assertThat(AbuseReport.limitTable(loops(1.05, 2_600)).lines())
                .contains(
                        "| CPU, cores | 2.10 (2.10 to 2.10) | <= 2.00 | 5 %: <= 2.10 | **not met** |",
                        "| p99 of reads, ratio | 1.05 (1.05 to 1.05) | <= 1.10 | 10 %: <= 1.21 | met |",
                        "| p99.9 of reads, ratio | 1.05 (1.05 to 1.05) | <= 1.10 | 20 %: <= 1.32 | met |");
    }

    @Test
    void anUndecidedLimitIsNotExceeded() {
        AbuseResult oneRound = new AbuseResult(
                true, 1000, 5, rounds(Abuse.SCRAPE_LOOPS, 1.05, 2_400).limit(1).toList());

        assertThat(AbuseReport.limitTable(oneRound)).contains("undecided: run more rounds");
        assertThat(AbuseReport.keepsLimits(oneRound)).isTrue();
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        assertThat(WrittenResults.table(AbuseBench.TABLES, "latencies", RESULT))
                .isEqualTo(AbuseReport.latencyTable(RESULT));
        assertThat(WrittenResults.table(AbuseBench.TABLES, "cpu", RESULT)).isEqualTo(AbuseReport.cpuTable(RESULT));
    }

    private static AbuseResult loops(double ratio, double cpuMillisPerSecond) {
        return new AbuseResult(
                false,
                1000,
                5,
                rounds(Abuse.SCRAPE_LOOPS, ratio, cpuMillisPerSecond).toList());
    }

    /** Four rounds in which a quiet node has p99s of 1 to 4 ms. */
    private static Stream<AbuseRound> rounds(Abuse abuse, double ratio, double cpuMillisPerSecond) {
        return IntStream.rangeClosed(1, 4)
                .mapToObj(round -> new AbuseRound(
                        round,
                        abuse.word(),
                        new LatencyPair(
                                new RequestLatency(round, 10 * round, 1, 9),
                                new RequestLatency(ratio * round, ratio * 10 * round, 1, 9)),
                        500,
                        cpuMillisPerSecond,
                        60));
    }

    @Test
    void anAbuseIsSelectedByItsName() {
        assertThat(AbuseOptions.abuses(List.of("bad-tls", "slow-readers"), false))
                .containsExactly(Abuse.SLOW_READERS, Abuse.BAD_TLS);
        assertThat(AbuseOptions.abuses(List.of(), true)).doesNotContain(Abuse.BAD_TLS, Abuse.WRONG_PASSWORDS);
        assertThatThrownBy(() -> AbuseOptions.abuses(List.of("rudeness"), false))
                .hasMessageContaining("'rudeness' is none of slow-readers, connections");
        assertThatThrownBy(() -> AbuseOptions.abuses(List.of("bad-tls"), true)).hasMessageContaining("--abuses");
    }
}
