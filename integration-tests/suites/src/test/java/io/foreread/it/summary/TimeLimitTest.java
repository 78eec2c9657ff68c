package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    private static final Instant NOW = Instant.ofEpochSecond(1000);

    @Test
    void failsSuitesThatStartAtOrAfterTheTimeLimit() {
        assertThatCode(() -> TimeLimit.check("ScanIT", NOW, 1001L)).doesNotThrowAnyException();
        assertThatThrownBy(() -> TimeLimit.check("ScanIT", NOW, 1000L)).hasMessageContaining("left out");
    }

    @Test
    void hasNoTimeLimitByDefault() {
        assertThatCode(() -> TimeLimit.check("ScanIT", NOW, null)).doesNotThrowAnyException();
    }

    @Test
    void failsSuitesButNoOtherTests() {
        assertThatCode(() -> TimeLimit.check("CompletenessCheck", NOW, 1000L)).doesNotThrowAnyException();
    }
}
