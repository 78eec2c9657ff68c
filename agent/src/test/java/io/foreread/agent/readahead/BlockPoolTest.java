package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.BlockPool.Use;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks allocations within a budget. */
class BlockPoolTest extends FourSlabPool {
    @Test
    void allocatesNothingBeforeTheFirstScan() {
        assertThat(pool.heldBytes()).isZero();
        assertThat(pool.bytesInUse()).isZero();
        assertThat(pool.idleBytes()).isZero();
    }

    @Test
    void obtainsOneSlabAtATimeAndUsesItForAllSizes() throws Exception {
        pool.acquire(3 * PAGE, Use.SCAN);
        pool.acquire(5 * PAGE, Use.SCAN);
        pool.acquire(8 * PAGE, Use.SCAN);
        assertThat(pool.heldBytes()).isEqualTo(SLAB);
        assertThat(pool.bytesInUse()).isEqualTo(SLAB);
        assertThat(pool.blocksInUse()).isEqualTo(3);
        pool.acquire(1, Use.SCAN);
        assertThat(pool.heldBytes()).isEqualTo(2 * SLAB);
        assertThat(pool.idleBytes()).isEqualTo(15 * PAGE);
    }

    @Test
    void memoryHasTheRequestedCapacityAndDoesNotOverlap() throws Exception {
        List<Allocation> allocations = new ArrayList<>();
        for (int bytes : new int[] {1, PAGE, PAGE + 1, 5 * PAGE - 1, 2 * PAGE}) {
            Allocation allocation = pool.acquire(bytes, Use.SCAN);
            assertThat(allocation.memory().isDirect()).isTrue();
            assertThat(allocation.memory().capacity()).isEqualTo(bytes);
            assertThat(allocation.memory().remaining()).isEqualTo(bytes);
            allocations.add(allocation);
        }
        for (int i = 0; i < allocations.size(); i++) fill(allocations.get(i).memory(), (byte) i);
        for (int i = 0; i < allocations.size(); i++) {
            ByteBuffer memory = allocations.get(i).memory();
            for (int index = 0; index < memory.capacity(); index++)
                assertThat(memory.get(index)).isEqualTo((byte) i);
        }
    }

    @Test
    void aChangeOfTheBlockSizeObtainsNoMemory() throws Exception {
        for (int pages = 1; pages <= 16; pages++) {
            List<Allocation> open = new ArrayList<>();
            for (int i = 0; i < 4 * (16 / pages); i++) open.add(pool.acquire(pages * PAGE, Use.SCAN));
            open.forEach(pool::release);
            assertThat(pool.heldBytes()).as("%s pages", pages).isEqualTo(4 * SLAB);
            assertThat(pool.idleBytes()).as("%s pages", pages).isEqualTo(4 * SLAB);
        }
    }

    /** Another thread can still write to the memory. */
    @Test
    void abandonedMemoryIsNotInUseAndNotAllocatedAgain() throws Exception {
        pool.acquire(15 * PAGE, Use.SCAN);
        Allocation abandoned = pool.acquire(PAGE, Use.RANGE_READ);
        pool.abandon(abandoned);
        assertThat(pool.idleBytes()).as("after the first call").isZero();
        pool.abandon(abandoned);
        pool.release(abandoned);
        assertThat(pool.bytesInUse()).isEqualTo(15 * PAGE);
        assertThat(pool.blocksInUse()).isEqualTo(1);
        assertThat(pool.idleBytes()).as("memory that can be allocated").isZero();
        Allocation next = pool.acquire(PAGE, Use.RANGE_READ);
        fill(abandoned.memory(), (byte) 1);
        fill(next.memory(), (byte) 2);
        assertThat(abandoned.memory().get(0)).isEqualTo((byte) 1);
    }

    @Test
    void memoryIsReclaimedOnce() throws Exception {
        Allocation abandoned = pool.acquire(PAGE, Use.SCAN);
        pool.abandon(abandoned);
        pool.reclaim(abandoned);
        assertReclaimHasNoEffect(abandoned);
    }

    @Test
    void memoryThatWasReleasedIsNotReclaimed() throws Exception {
        Allocation released = pool.acquire(PAGE, Use.SCAN);
        pool.release(released);
        pool.abandon(released);
        assertReclaimHasNoEffect(released);
    }

    /** The memory of the allocation is that of the next one. */
    private void assertReclaimHasNoEffect(Allocation earlier) throws Exception {
        Allocation first = pool.acquire(PAGE, Use.SCAN);
        pool.reclaim(earlier);
        Allocation second = pool.acquire(PAGE, Use.SCAN);
        fill(first.memory(), (byte) 1);
        fill(second.memory(), (byte) 2);
        for (int i = 0; i < PAGE; i++) assertThat(first.memory().get(i)).isOne();
        assertThat(pool.bytesInUse()).isEqualTo(2 * PAGE);
    }

    @Test
    void abandonedMemoryIsAllocatedAgainWhenItHasBeenReclaimed() throws Exception {
        Allocation other = pool.acquire(15 * PAGE, Use.SCAN);
        Allocation abandoned = pool.acquire(PAGE, Use.RANGE_READ);
        pool.abandon(abandoned);
        pool.reclaim(abandoned);
        assertThat(pool.idleBytes()).isEqualTo(PAGE);
        Allocation next = pool.acquire(PAGE, Use.RANGE_READ);
        assertThat(pool.heldBytes()).isEqualTo(SLAB);
        pool.abandon(next);
        pool.release(other);
        pool.budgetBytes(0);
        assertThat(pool.idleBytes()).as("its slab is not dropped").isEqualTo(15 * PAGE);
        pool.reclaim(next);
        assertThat(pool.idleBytes()).as("its slab is dropped").isZero();
    }

    @Test
    void aUseIsAllowedUntilItsShareOfTheBudgetIsSpent() throws Exception {
        assertThat(pool.isAllowed(2 * SLAB, Use.AHEAD)).isTrue();
        assertThat(pool.isAllowed(2 * SLAB + 1, Use.AHEAD)).isFalse();
        pool.acquire(SLAB, Use.SCAN);
        assertThat(pool.isAllowed(SLAB, Use.AHEAD)).isTrue();
        assertThat(pool.isAllowed(SLAB + 1, Use.AHEAD)).isFalse();
        assertThat(pool.isAllowed(3 * SLAB, Use.SCAN)).isTrue();
    }

    @Test
    void allocationAboveTheBudgetIsRejected() throws Exception {
        List<Allocation> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) all.add(pool.acquire(SLAB, Use.SCAN));
        assertSpent(1, Use.SCAN);
        pool.release(all.get(2));
        pool.acquire(SLAB, Use.SCAN);
        assertThat(pool.heldBytes()).isEqualTo(4 * SLAB);
    }

    @Test
    void allocationThatFitsIntoNoSlabIsRejectedEvenIfEnoughMemoryIsFree() throws Exception {
        List<Allocation> halves = new ArrayList<>();
        for (int i = 0; i < 8; i++) halves.add(pool.acquire(SLAB / 2, Use.SCAN));
        pool.release(halves.get(0));
        pool.release(halves.get(2));
        assertSpent(SLAB, Use.SCAN);
        pool.release(halves.get(1));
        assertThat(pool.acquire(SLAB, Use.SCAN).memory().capacity()).isEqualTo(SLAB);
    }

    @Test
    void secondReleaseHasNoEffect() throws Exception {
        Allocation first = pool.acquire(PAGE, Use.RANGE_READ);
        pool.acquire(PAGE, Use.RANGE_READ);
        pool.release(first);
        pool.release(first);
        assertThat(pool.bytesInUse()).isEqualTo(PAGE);
        assertThat(pool.blocksInUse()).isOne();
    }

    @Test
    void slabIsNotLargerThanTheBudget() throws Exception {
        pool.budgetBytes(3 * PAGE + 1);
        pool.acquire(2 * PAGE, Use.SCAN);
        assertThat(pool.heldBytes()).isEqualTo(3 * PAGE);
        pool.acquire(PAGE, Use.SCAN);
        assertSpent(1, Use.SCAN);
    }

    @Test
    void aBudgetOfZeroAllocatesNothing() {
        pool.budgetBytes(0);
        assertSpent(1, Use.SCAN);
        assertThat(pool.heldBytes()).isZero();
    }

    @Test
    void leavesAReserveOfDirectMemoryToCassandra() {
        BlockPool greedy = new BlockPool(Long.MAX_VALUE, 32 << 20);
        // The build gives these tests 256 MiB of direct memory.
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) greedy.acquire(32 << 20, Use.SCAN);
                })
                .isInstanceOfSatisfying(BlockUnavailableException.class, e -> assertThat(e.reason())
                        .isEqualTo(BlockUnavailableException.Reason.DIRECT_MEMORY));
        // The reserve is left, so this allocation does not fail with an OutOfMemoryError.
        assertThat(ByteBuffer.allocateDirect(1 << 20).capacity()).isEqualTo(1 << 20);
    }

    @Test
    void scansThatBeginTogetherObtainOneSlab() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(8);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Allocation>> results = new ArrayList<>();
        for (int i = 0; i < 8; i++)
            results.add(executor.submit(() -> {
                start.await();
                return pool.acquire(PAGE, Use.SCAN);
            }));
        start.countDown();
        for (Future<Allocation> result : results) result.get(60, TimeUnit.SECONDS);
        executor.shutdown();
        assertThat(pool.heldBytes()).isEqualTo(SLAB);
    }

    @Test
    void concurrentThreadsNeitherShareMemoryNorExceedTheBudget() throws Exception {
        BlockPool shared = new BlockPool(3 * SLAB, SLAB);
        ExecutorService executor = Executors.newFixedThreadPool(8);
        List<Future<Integer>> results = new ArrayList<>();
        Callable<Integer> scans = () -> {
            int succeeded = 0;
            for (int i = 0; i < 5_000; i++) {
                int pages = ThreadLocalRandom.current().nextInt(1, 17);
                Allocation allocation;
                try {
                    allocation = shared.acquire(pages * PAGE, i % 2 == 0 ? Use.SCAN : Use.RANGE_READ);
                } catch (BlockUnavailableException e) {
                    continue;
                }
                succeeded++;
                long mark = ThreadLocalRandom.current().nextLong();
                ByteBuffer memory = allocation.memory();
                memory.putLong(0, mark).putLong(memory.capacity() - Long.BYTES, mark);
                Thread.onSpinWait();
                assertThat(memory.getLong(0)).isEqualTo(mark);
                assertThat(memory.getLong(memory.capacity() - Long.BYTES)).isEqualTo(mark);
                assertThat(shared.heldBytes()).isLessThanOrEqualTo(3 * SLAB);
                shared.release(allocation);
            }
            return succeeded;
        };
        for (int i = 0; i < 8; i++) results.add(executor.submit(scans));
        int succeeded = 0;
        for (Future<Integer> result : results) succeeded += result.get(60, TimeUnit.SECONDS);
        executor.shutdown();
        assertThat(succeeded).isPositive();
        assertThat(shared.bytesInUse()).isZero();
        assertThat(shared.acquire(SLAB, Use.RANGE_READ).memory().capacity()).isEqualTo(SLAB);
    }

    /** One range read obtains a slab while another allocates from a slab that has room. */
    @Test
    void concurrentRangeReadsTogetherGetAtMostHalfOfTheBudget() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 300; round++) {
                BlockPool shared = new BlockPool(4 * SLAB, SLAB);
                shared.acquire(SLAB, Use.RANGE_READ);
                shared.acquire(SLAB / 2, Use.SCAN);
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Integer>> acquired = new ArrayList<>();
                for (int bytes : new int[] {SLAB, SLAB / 2})
                    acquired.add(threads.submit(() -> {
                        start.await();
                        return acquired(shared, bytes);
                    }));
                start.countDown();
                assertThat(SLAB + acquired.get(0).get() + acquired.get(1).get()).isLessThanOrEqualTo(2 * SLAB);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static int acquired(BlockPool pool, int bytes) {
        try {
            pool.acquire(bytes, Use.RANGE_READ);
            return bytes;
        } catch (BlockUnavailableException e) {
            return 0;
        }
    }
}
