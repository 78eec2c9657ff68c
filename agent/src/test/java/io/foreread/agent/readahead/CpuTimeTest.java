package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuTimeTest {
    private static final long TICK_NANOS = 10_000_000;

    private final CpuTime host = CpuTime.ofThisHost();

    @Test
    void idleTimeIncludesIowait() throws IOException {
        assertThat(CpuTime.idleNanos("cpu  10 20 30 400 50 6 7 8 9 10")).isEqualTo(450 * TICK_NANOS);
        assertThat(CpuTime.idleNanos("cpu  10 20 30 400 50")).isEqualTo(450 * TICK_NANOS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu  10 20 30 400", "cpu0 10 20 30 400 50", "cpu  10 20 30 idle 50"})
    void rejectsOtherFormats(String line) {
        assertThatThrownBy(() -> CpuTime.idleNanos(line))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/proc/stat: " + line);
    }

    @Test
    void rejectsAnEmptyFile() {
        assertThatThrownBy(() -> CpuTime.idleNanos(null)).isInstanceOf(IOException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void readsTheIdleTimeOfTheHost() throws IOException {
        long before =
                CpuTime.idleNanos(Files.readAllLines(Path.of("/proc/stat")).get(0));
        // The counter of iowait can decrease (proc(5)), but only a little.
        assertThat(host.hostIdleNanos()).isGreaterThan(before - 100 * TICK_NANOS);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void readsTheCpuTimeOfTheJvm() {
        long before = host.ownNanos();
        assertThat(before).isNotNegative();
        while (host.ownNanos() <= before) Thread.onSpinWait();
        assertThat(host.cores())
                .isPositive()
                .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void readsTheCpuTimeOfTheThreadsThatWorkAhead() {
        long before = host.aheadNanos();
        AtomicBoolean measured = new AtomicBoolean();
        while (!AheadThreads.run(() -> {
            while (!measured.get()) Thread.onSpinWait();
        })) Thread.onSpinWait();
        try {
            while (host.aheadNanos() <= before) Thread.onSpinWait();
        } finally {
            measured.set(true);
        }
    }
}
