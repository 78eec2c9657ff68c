package io.foreread.it.bench.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CoresMeasurementTest {
    @Test
    void theIncreaseBetweenTwoScrapesIsScaledToTheWindow() {
        assertThat(CoresMeasurement.WINDOW_SECONDS).isEqualTo(10);
        assertThat(CoresMeasurement.inWindow(300, TimeUnit.SECONDS.toNanos(12))).isEqualTo(250);
    }
}
