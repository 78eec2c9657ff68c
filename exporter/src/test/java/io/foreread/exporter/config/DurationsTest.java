package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "60s, PT60S",
        "10min, PT10M",
        "1m, PT1M",
        "500ms, PT0.5S",
        "1h30m, PT1H30M",
        "2d, PT48H",
        "1m 5ms, PT1M0.005S",
        "10 min, PT10M",
        "1H, PT1H"
    })
    void readsDurationsAsInPrometheusAndWithSpacesAndTheUnitMin(String text, Duration period) {
        assertThat(Durations.parse(text)).isEqualTo(period);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "60", "s", "1 sec", "-1s", "1.5h", "30m1h", "1s1s", "9999999s"})
    void rejectsAnythingElse(String text) {
        assertThat(Durations.parse(text)).isNull();
    }
}
