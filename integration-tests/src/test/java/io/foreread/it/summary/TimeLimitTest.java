package io.foreread.it.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    private static final Instant NOW = Instant.ofEpochSecond(1000);

    @Test
    void letsNothingBeginAfterTheEnd() {
        assertThat(TimeLimit.evaluate(NOW, 1001L).isDisabled()).isFalse();
        assertThat(TimeLimit.evaluate(NOW, 1000L).isDisabled()).isTrue();
    }

    @Test
    void hasTimeWithoutEndByDefault() {
        assertThat(TimeLimit.evaluate(NOW, null).isDisabled()).isFalse();
    }
}
