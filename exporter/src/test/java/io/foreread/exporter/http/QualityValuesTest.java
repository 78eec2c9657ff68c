package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QualityValuesTest {
    @Test
    void highestQualityOfARepeatedTypeApplies() {
        QualityValues values = new QualityValues("text/plain;version=1.0.0;q=0.5, text/plain;q=0.3, */*;q=0.1");
        assertThat(values.ofExactly("text/plain")).isEqualTo(0.5);
        assertThat(values.ofFirst("application/openmetrics-text", "*/*")).isEqualTo(0.1);
        assertThat(values.ofExactly("application/openmetrics-text")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {";", ";;", "gzip,;", ",", "gzip;q", "gzip;q=7", "gzip;;q=0.5", ""})
    void malformedHeadersAreAccepted(String header) {
        assertThat(new QualityValues(header).ofExactly("gzip")).isBetween(0.0, 1.0);
    }
}
