package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AllocationRecorderTest {
    private static final int MEGABYTE = 1 << 20;

    private final AllocationRecorder allocations = new AllocationRecorder();

    @BeforeEach
    void isSupportedOnlyIfTheJvmCountsAllocation() {
        assumeThat(allocations.supported()).isTrue();
        allocations.sample();
    }

    @Test
    void countsByThreadName() throws InterruptedException {
        long before = allocations.allocatedBytes(ThreadClass.MUTATION);
        allocateAndSample("MutationStage-1", 5);
        assertThat(allocations.allocatedBytes(ThreadClass.MUTATION) - before).isBetween(5L * MEGABYTE, 7L * MEGABYTE);
    }

    @Test
    void keepsTheBytesOfATerminatedThread() throws InterruptedException {
        long before = allocations.allocatedBytes(ThreadClass.FLUSH);
        allocateAndSample("MemtableFlushWriter:1", 3);
        long after = allocations.allocatedBytes(ThreadClass.FLUSH);
        allocations.sample();
        allocations.sample();
        assertThat(after).isGreaterThanOrEqualTo(before + 3L * MEGABYTE);
        assertThat(allocations.allocatedBytes(ThreadClass.FLUSH)).isEqualTo(after);
    }

    @Test
    void neverDecreasesWhileThreadsStartAndEnd() throws InterruptedException {
        long last = allocations.allocatedBytes(ThreadClass.READ);
        for (int i = 0; i < 20; i++) {
            allocateAndSample("ReadStage-" + i, 1);
            long now = allocations.allocatedBytes(ThreadClass.READ);
            assertThat(now).isGreaterThanOrEqualTo(last + MEGABYTE);
            last = now;
        }
    }

    @Test
    void countsNothingTwice() {
        allocations.sample();
        long before = allocations.allocatedBytes(ThreadClass.COMMIT_LOG);
        allocations.sample();
        assertThat(allocations.allocatedBytes(ThreadClass.COMMIT_LOG)).isEqualTo(before);
    }

    /** Samples while the thread is alive and has allocated, then ends the thread. */
    private void allocateAndSample(String name, int megabytes) throws InterruptedException {
        CountDownLatch allocated = new CountDownLatch(1);
        CountDownLatch sampled = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    byte[][] kept = new byte[megabytes][];
                    for (int i = 0; i < megabytes; i++) kept[i] = new byte[MEGABYTE];
                    allocated.countDown();
                    try {
                        sampled.await();
                    } catch (InterruptedException ignored) {
                        // The test is over.
                    }
                },
                name);
        thread.start();
        allocated.await();
        allocations.sample();
        sampled.countDown();
        thread.join();
    }
}
