package io.foreread.it.bench.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.abuse.Abuse;
import java.util.List;
import org.junit.jupiter.api.Test;

class AbuseReportTest {
    private static final AbuseMeasured.Side QUIET = new AbuseMeasured.Side(2.0, 1.0, 500);
    private static final AbuseMeasured HARMLESS =
            new AbuseMeasured(Abuse.SLOW_READERS, QUIET, new AbuseMeasured.Side(2.1, 1.0, 520), 12);
    private static final AbuseMeasured HARMFUL = new AbuseMeasured(
            Abuse.BAD_TLS, new AbuseMeasured.Side(2.2, 1.1, 500), new AbuseMeasured.Side(4.4, 1.1, 900), 3000);
    private static final AbuseResult RESULT = new AbuseResult(
            List.of(HARMLESS, HARMFUL),
            new AbuseMeasured.Side(2.05, 1.0, 500),
            new AbuseMeasured.Side(2.05, 1.05, 500));

    @Test
    void noiseIsTheDifferenceBetweenQuietWindows() {
        assertThat(RESULT.readNoise()).isEqualTo(2.2 / 2.0);
        assertThat(RESULT.writeNoise()).isEqualTo(1.1 / 1.0);
        assertThat(RESULT.isWithinNoise(HARMLESS)).isTrue();
        assertThat(RESULT.isWithinNoise(HARMFUL)).isFalse();
    }

    @Test
    void reportsALinePerAbuseAndMarksAbusesThatExceedTheNoise() {
        String table = AbuseReport.table(RESULT);

        assertThat(line(table, "slow readers"))
                .contains("2.00", "2.10", "x 1.05", "50 %", "52 %", "12")
                .doesNotContain("over");
        assertThat(line(table, "bad TLS")).contains("x 2.00", "3,000", "above the noise");
        assertThat(line(table, "two halves")).contains("x 1.00", "x 1.05");
        assertThat(table).contains("x 1.10 (reads) and x 1.10 (writes)");
    }

    @Test
    void scrapeLoopsMustKeepTheLimitsOfCpuAndLatency() {
        assertThat(loops(2.1, 2_400).keepsLimits()).isTrue();
        assertThat(loops(2.1, 2_600).keepsLimits()).isFalse();
        assertThat(loops(4.2, 2_400).keepsLimits()).isFalse();
        assertThat(RESULT.keepsLimits()).as("without scrape loops").isTrue();
        assertThat(AbuseReport.table(loops(2.1, 2_400))).contains("(measured: 1.90)", "noise: kept");
        assertThat(AbuseReport.table(loops(2.1, 2_600))).contains("(measured: 2.10)", "NOT KEPT");
    }

    private static AbuseResult loops(double readP99Millis, double cpuMillisPerSecond) {
        AbuseMeasured.Side abused = new AbuseMeasured.Side(readP99Millis, 1.0, cpuMillisPerSecond);
        return new AbuseResult(
                List.of(new AbuseMeasured(Abuse.SCRAPE_LOOPS, QUIET, abused, 100)),
                RESULT.firstHalf(),
                new AbuseMeasured.Side(2.2, 1.05, 500));
    }

    @Test
    void theJsonContainsTheValuesOfTheReport() {
        JsonNode json = AbuseReport.json(RESULT);

        assertThat(json.at("/abuses/1/abuse").asText()).isEqualTo("bad-tls");
        assertThat(json.at("/abuses/1/read_ratio").asDouble()).isEqualTo(2.0);
        assertThat(json.at("/abuses/1/within_noise").asBoolean()).isFalse();
        assertThat(json.at("/abuses/0/quiet/read_p99_ms").asDouble()).isEqualTo(2.0);
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

    private static String line(String text, String part) {
        List<String> lines = text.lines().filter(line -> line.contains(part)).toList();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }
}
