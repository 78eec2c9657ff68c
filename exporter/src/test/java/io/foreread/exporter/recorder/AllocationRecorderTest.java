package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AllocationRecorderTest {
    private static final int MEBIBYTE = 1 << 20;

    private final AllocationRecorder allocations = new AllocationRecorder();

    @BeforeEach
    void skipIfTheJvmDoesNotCountAllocation() {
        assumeThat(allocations.supported()).as("a JVM that counts allocation").isTrue();
        allocations.sample();
    }

    @Test
    void countsByThreadName() throws InterruptedException {
        long before = allocations.allocatedBytes(ThreadClass.MUTATION);
        allocateAndSample("MutationStage-1", 5);
        assertThat(allocations.allocatedBytes(ThreadClass.MUTATION) - before).isBetween(5L * MEBIBYTE, 7L * MEBIBYTE);
    }

    @Test
    void keepsTheBytesOfATerminatedThread() throws InterruptedException {
        long before = allocations.allocatedBytes(ThreadClass.FLUSH);
        allocateAndSample("MemtableFlushWriter:1", 3);
        long after = allocations.allocatedBytes(ThreadClass.FLUSH);
        allocations.sample();
        allocations.sample();
        assertThat(after).isGreaterThanOrEqualTo(before + 3L * MEBIBYTE);
        assertThat(allocations.allocatedBytes(ThreadClass.FLUSH)).isEqualTo(after);
    }

    @Test
    void neverDecreasesWhileThreadsStartAndEnd() throws InterruptedException {
        long last = allocations.allocatedBytes(ThreadClass.READ);
        for (int i = 0; i < 20; i++) {
            allocateAndSample("ReadStage-" + i, 1);
            long now = allocations.allocatedBytes(ThreadClass.READ);
            assertThat(now).isGreaterThanOrEqualTo(last + MEBIBYTE);
            last = now;
        }
    }

    @Test
    void countsEachByteOnce() {
        allocations.sample();
        long before = allocations.allocatedBytes(ThreadClass.COMMIT_LOG);
        allocations.sample();
        assertThat(allocations.allocatedBytes(ThreadClass.COMMIT_LOG)).isEqualTo(before);
    }

    @Test
    void readsTheBytesOfOneThread() {
        Thread thread = Thread.currentThread();
        long before = AllocationRecorder.allocatedBytes(thread);
        byte[] block = new byte[MEBIBYTE];
        assertThat(AllocationRecorder.allocatedBytes(thread) - before).isGreaterThanOrEqualTo(block.length);
    }

    @Test
    void countsTheBytesOfHundredsOfThreads() throws InterruptedException {
        int count = 200;
        CountDownLatch allocated = new CountDownLatch(count);
        CountDownLatch sampled = new CountDownLatch(1);
        long before = allocations.allocatedBytes(ThreadClass.MESSAGING);
        for (int i = 0; i < count; i++) new AllocatingThread("Messaging-" + i, 1, allocated, sampled).start();
        allocated.await();
        allocations.sample();
        sampled.countDown();
        assertThat(allocations.allocatedBytes(ThreadClass.MESSAGING) - before)
                .isGreaterThanOrEqualTo((long) count * MEBIBYTE);
    }

    @Test
    void thePauseIsAHundredTimesTheSampleAndAtMostHalfAMinute() {
        assertThat(AllocationRecorder.pauseNanos(1_000_000)).isEqualTo(100_000_000);
        assertThat(AllocationRecorder.pauseNanos(60_000_000_000L)).isEqualTo(30_000_000_000L);
    }

    @Test
    void aSampleThatIsDueSoonAfterTheLastIsTakenLater() {
        allocations.sampleIfDue();
        long before = allocations.allocatedBytes(ThreadClass.OTHER);
        allocations.sampleIfDue();
        assertThat(allocations.allocatedBytes(ThreadClass.OTHER)).isEqualTo(before);
        allocations.sample();
        assertThat(allocations.allocatedBytes(ThreadClass.OTHER)).isGreaterThan(before);
    }

    /** The endpoint reads them for each request. */
    @Test
    void readingTheBytesOfOneThreadAllocatesAlmostNothing() {
        Thread thread = Thread.currentThread();
        int reads = 1000;
        long before = AllocationRecorder.allocatedBytes(thread);
        for (int i = 0; i < reads; i++) AllocationRecorder.allocatedBytes(thread);
        assertThat((AllocationRecorder.allocatedBytes(thread) - before) / reads).isLessThan(200);
    }

    /** Samples while the thread is alive and has allocated, then ends the thread. */
    private void allocateAndSample(String name, int mebibytes) throws InterruptedException {
        CountDownLatch allocated = new CountDownLatch(1);
        CountDownLatch sampled = new CountDownLatch(1);
        Thread thread = new AllocatingThread(name, mebibytes, allocated, sampled);
        thread.start();
        allocated.await();
        allocations.sample();
        sampled.countDown();
        thread.join();
    }

    /** Allocates, and lives until its sample has been taken. */
    private static final class AllocatingThread extends Thread {
        private final int mebibytes;
        private final CountDownLatch allocated;
        private final CountDownLatch sampled;

        AllocatingThread(String name, int mebibytes, CountDownLatch allocated, CountDownLatch sampled) {
            super(name);
            this.mebibytes = mebibytes;
            this.allocated = allocated;
            this.sampled = sampled;
            setDaemon(true);
        }

        @Override
        public void run() {
            byte[][] kept = new byte[mebibytes][];
            for (int i = 0; i < mebibytes; i++) kept[i] = new byte[MEBIBYTE];
            allocated.countDown();
            try {
                sampled.await();
            } catch (InterruptedException ignored) {
                // The test is over.
            }
        }
    }
}
