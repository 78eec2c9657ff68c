package io.foreread.it.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ProcessTimesTest {
    @Test
    void cpuTimeIsReadWhateverTheProcessNameContains() {
        String stat = "123 (a b) c) S 1 1 1 0 -1 4194560 100 0 0 0 250 50 7 8 20 0 55 0 100 1 1";

        assertThat(ProcessCpu.ticks(stat)).isEqualTo(300);
        assertThat(ProcessCpu.firstNumber("1117473 2490340 1\n")).isEqualTo(1117473);
    }

    @Test
    void deviceWaitIsField42OfProcStat() {
        String stat = "123 (Compact (a) b) S 1 1 1 0 -1 4194560 100 0 0 0 250 50 7 8 20 0 55 0 100 1 1"
                + " 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 -1 1 0 0 77 0 0";

        assertThat(ThreadTimes.delayedTicks(stat)).isEqualTo(77);
    }

    @Test
    void thisProcessHasUsedCpu() {
        PerThread nothing = new PerThread(Map.of());

        assertThat(ProcessCpu.nanos(ProcessHandle.current().pid()).since(nothing))
                .isPositive();
    }

    @Test
    void theTimesOfAThreadThatEndsAreNotSubtractedFromThoseOfOthers() throws InterruptedException {
        long pid = ProcessHandle.current().pid();
        String name = "t" + System.nanoTime() % 100_000;
        CountDownLatch endFirst = new CountDownLatch(1);
        CountDownLatch endSecond = new CountDownLatch(1);
        Thread first = thread(name, 100, endFirst);
        Thread second = thread(name, 0, endSecond);
        Awaitility.await().until(() -> ThreadTimes.of(pid, name).cpuMillis().since(new PerThread(Map.of())) >= 50);
        ThreadTimes before = ThreadTimes.of(pid, name);
        endFirst.countDown();
        first.join();
        assertThat(ThreadTimes.of(pid, name).cpuMillis().since(before.cpuMillis()))
                .isNotNegative();
        endSecond.countDown();
        second.join();
    }

    /** Starts a thread that uses a CPU for some time, and then waits. */
    private static Thread thread(String name, long millis, CountDownLatch end) {
        Thread thread = new Thread(
                () -> {
                    useCpu(millis);
                    awaitQuietly(end);
                },
                name);
        thread.start();
        return thread;
    }

    private static void useCpu(long millis) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        while (threads.getCurrentThreadCpuTime() < millis * 1_000_000) Thread.onSpinWait();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aThreadThatEndedDoesNotReduceTheSum() {
        PerThread before = new PerThread(Map.of(1L, 100L, 2L, 5000L));
        PerThread after = new PerThread(Map.of(1L, 130L, 3L, 20L));

        assertThat(after.since(before)).isEqualTo(50);
    }
}
