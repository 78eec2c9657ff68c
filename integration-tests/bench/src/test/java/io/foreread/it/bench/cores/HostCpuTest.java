package io.foreread.it.bench.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HostCpuTest {
    private static final long SECOND_NANOS = 1_000_000_000;

    @Test
    void idleTimeAndTheTimeOfGuestsAreNotBusy() {
        HostCpu start = HostCpu.of("cpu  100 10 50 1000 30 1 2 7 40 4\ncpu0 1 2 3\n", 5 * SECOND_NANOS);
        HostCpu end = HostCpu.of("cpu  200 10 90 1040 50 1 2 17 80 4\ncpu0 1 2 3\n", 6 * SECOND_NANOS);
        assertThat(start.busyTicks()).isEqualTo(170);
        assertThat(start.busyCoresUntil(end)).isEqualTo(1.5, within(0.001));
    }
}
