package io.foreread.it.bench.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.results.WrittenResults;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AbuseReportTest {
    /** The latencies of a control, in multiples of those without the abuse. */
    private static final double CONTROL = 1.25;

    private static final AbuseResult RESULT =
            result(Stream.concat(rounds(Abuse.SLOW_READERS, 1.0, 520), rounds(Abuse.BAD_TLS, 2.0, 900)));

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
    void reportsWhatTheAbusersAddWithoutTheNodeAndWhatTheNodeAdds() {
        assertThat(AbuseReport.controlTable(loops(1.5, 600)).lines())
                .contains(
                        "| scrape-loops | p99 of reads | 3.13 | 1.25 (1.25 to 1.25) | 1.20 (1.20 to 1.20) |",
                        "| scrape-loops | p99.9 of reads | 31.25 | 1.25 (1.25 to 1.25) | 1.20 (1.20 to 1.20) |");
        assertThat(AbuseReport.controlTable(RESULT)).isEmpty();
    }

    @Test
    void reportsTheCpuTimeOfTheNodeAndThePaceOfTheAbusers() {
        assertThat(AbuseReport.cpuTable(RESULT).lines())
                .contains(
                        "| slow-readers | 0.50 | 0.52 | 0.02 (0.02 to 0.02) | 12.0 | |",
                        "| bad-tls | 0.50 | 0.90 | 0.40 (0.40 to 0.40) | 12.0 | |");
        assertThat(AbuseReport.cpuTable(loops(1, 520)).lines())
                .contains("| scrape-loops | 0.50 | 0.52 | 0.02 (0.02 to 0.02) | 12.0 | 11.0 |");
    }

    @Test
    void scrapeLoopsMustKeepTheLimitOfCpuAndThatOfLatencyComparedWithTheControl() {
        assertThat(AbuseReport.keepsLimits(loops(1.05 * CONTROL, 2_400))).isTrue();
        assertThat(AbuseReport.keepsLimits(loops(1.05 * CONTROL, 2_600))).isFalse();
        assertThat(AbuseReport.keepsLimits(loops(1.2 * CONTROL, 2_400))).isFalse();
        assertThat(AbuseReport.keepsLimits(RESULT)).as("without scrape loops").isTrue();
        assertThat(AbuseReport.limitTable(RESULT)).isEmpty();
        assertThat(AbuseReport.limitTable(loops(1.05 * CONTROL, 2_600)).lines())
                .contains(
                        "| CPU, cores | 2.10 (2.10 to 2.10) | <= 2.00 | 5 %: <= 2.10 | **not met** |",
                        "| p99 of reads, abused / control | 1.05 (1.05 to 1.05) | <= 1.10 | 10 %: <= 1.21 | met |",
                        "| p99.9 of reads, abused / control | 1.05 (1.05 to 1.05) | <= 1.10 | 20 %: <= 1.32 | met |");
    }

    @Test
    void theLimitOfCpuIsNotJudgedOnAMachineThatCannotExceedIt() {
        AbuseResult small = result(2, rounds(Abuse.SCRAPE_LOOPS, CONTROL, 1_990));

        assertThat(AbuseReport.limitTable(small))
                .contains("| CPU, cores | 1.49 (1.49 to 1.49) | | |"
                        + " not judged: the quiet node leaves 1.50 of 2 cores |");
        assertThat(AbuseReport.limits(small).get(0).verdict()).isEmpty();
    }

    @Test
    void theCoresOfAnEarlierResultAreThoseOfItsMachine() {
        Map<String, Object> earlier = Map.of(
                "plain",
                false,
                "requests_per_second",
                1000,
                "window_seconds",
                5,
                "rounds",
                rounds(Abuse.SCRAPE_LOOPS, CONTROL, 600).toList());
        int cores = Runtime.getRuntime().availableProcessors();

        assertThat(WrittenResults.table(AbuseBench.TABLES, "limits", earlier))
                .isEqualTo(AbuseReport.limitTable(result(cores, rounds(Abuse.SCRAPE_LOOPS, CONTROL, 600))));
    }

    @Test
    void anUndecidedLimitIsNotExceeded() {
        AbuseResult oneRound = result(rounds(Abuse.SCRAPE_LOOPS, CONTROL, 2_400).limit(1));

        assertThat(AbuseReport.limitTable(oneRound)).contains("undecided: run more rounds");
        assertThat(AbuseReport.keepsLimits(oneRound)).isTrue();
    }

    @Test
    void theTablesOfAFileAreThoseOfTheRun() {
        AbuseResult loops = loops(1.5, 600);
        for (String table : AbuseBench.TABLES.tables().keySet()) {
            assertThat(WrittenResults.table(AbuseBench.TABLES, table, RESULT))
                    .as("%s without a control", table)
                    .isEqualTo(table(table, RESULT));
            assertThat(WrittenResults.table(AbuseBench.TABLES, table, loops))
                    .as("%s with a control", table)
                    .isEqualTo(table(table, loops));
        }
    }

    private static String table(String name, AbuseResult result) {
        return switch (name) {
            case "latencies" -> AbuseReport.latencyTable(result);
            case "controls" -> AbuseReport.controlTable(result);
            case "cpu" -> AbuseReport.cpuTable(result);
            case "limits" -> AbuseReport.limitTable(result);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static AbuseResult loops(double ratio, double cpuMillisPerSecond) {
        return result(rounds(Abuse.SCRAPE_LOOPS, ratio, cpuMillisPerSecond));
    }

    private static AbuseResult result(Stream<AbuseRound> rounds) {
        return result(4, rounds);
    }

    private static AbuseResult result(int cores, Stream<AbuseRound> rounds) {
        return new AbuseResult(false, 1000, 5, cores, rounds.toList());
    }

    /** Four rounds in which a quiet node has p99s of 1 to 4 ms. */
    private static Stream<AbuseRound> rounds(Abuse abuse, double ratio, double cpuMillisPerSecond) {
        return IntStream.rangeClosed(1, 4)
                .mapToObj(round -> new AbuseRound(
                        round,
                        abuse.word(),
                        window(round, 1, 500, 0),
                        AbuseMeasurement.hasControl(abuse) ? window(round, CONTROL, 500, 55) : null,
                        window(round, ratio, cpuMillisPerSecond, 60)));
    }

    private static AbuseWindow window(int round, double ratio, double cpuMillisPerSecond, long actions) {
        return new AbuseWindow(
                new RequestLatency(ratio * round, ratio * 10 * round, 1, 9), cpuMillisPerSecond, actions);
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
