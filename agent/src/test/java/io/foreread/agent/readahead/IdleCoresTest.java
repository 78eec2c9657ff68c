package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class IdleCoresTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final IdleCores cores = new IdleCores();
    private final long start = System.nanoTime();

    @Test
    void thereIsOneIfTheHostIsIdleAndThisProcessMayUseIt() {
        assertThat(take(1000, 0, 0, 4)).as("nothing to compare with").isFalse();
        assertThat(take(1050, SECOND, 1, 4)).as("half a core of the host").isTrue();
        assertThat(take(1099, 2 * SECOND, 2, 4)).as("less").isFalse();
        assertThat(take(1499, SECOND * 5 / 2, 3, 1))
                .as("half of the container's core")
                .isTrue();
        assertThat(take(1899, SECOND * 32 / 10, 4, 1)).as("less").isFalse();
    }

    @Test
    void whatIsOldSaysNothing() {
        take(1000, 0, 0, 4);
        assertThat(take(9000, 0, 20, 4)).isFalse();
        assertThat(take(9100, 0, 21, 4)).isTrue();
    }

    @Test
    void whatIsNoStatIsRefused() {
        assertThatThrownBy(() -> cores.take("null", 0, start, 1)).isInstanceOf(RuntimeException.class);
    }

    private boolean take(long idleTicks, long processNanos, long second, int ourCores) {
        String line = "cpu  " + 5 * second + " 0 7 " + (idleTicks - 3) + " 3 0 0 " + second + " 0 0";
        return cores.take(line, processNanos, start + second * SECOND, ourCores);
    }
}
