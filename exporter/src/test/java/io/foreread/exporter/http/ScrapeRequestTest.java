package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScrapeRequestTest {
    @ParameterizedTest
    @CsvSource({"10, 10000000000", "0.5, 500000000", "1e300, 9223372036854775807"})
    void readsTheTimeoutThatAScraperStates(String seconds, long nanos) {
        assertThat(ScrapeRequest.nanos(seconds)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10s", "10,5", "0", "-1", "NaN", "Infinity"})
    void ignoresATimeoutThatIsNoPositiveNumber(String seconds) {
        assertThat(ScrapeRequest.nanos(seconds)).isZero();
    }

    @Test
    void noHeaderStatesNoTimeout() {
        assertThat(ScrapeRequest.nanos(null)).isZero();
    }
}
