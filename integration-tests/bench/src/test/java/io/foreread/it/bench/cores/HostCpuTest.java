package io.foreread.it.bench.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HostCpuTest {
    private static final long SECOND_NANOS = 1_000_000_000;

    @Test
    void coresThatAreNotIdleAreBusy() {
        HostCpu start =
                HostCpu.of("cpu  100 10 50 1000 30 1 2 7 40 4\ncpu0 1 2 3\ncpu1 1 2 3\nctxt 5\n", 5 * SECOND_NANOS);
        // The kernel has not counted any of the time that was busy.
        HostCpu end =
                HostCpu.of("cpu  100 10 50 1040 50 1 2 7 40 4\ncpu0 1 2 3\ncpu1 1 2 3\nctxt 5\n", 6 * SECOND_NANOS);
        assertThat(start.cores()).isEqualTo(2);
        assertThat(start.idleTicks()).isEqualTo(1030);
        assertThat(start.busyCoresUntil(end)).isEqualTo(1.4, within(0.001));
    }
}
