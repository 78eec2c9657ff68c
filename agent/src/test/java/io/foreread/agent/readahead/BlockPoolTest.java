package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.readahead.BlockPool.Use;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses slabs of 16 pages and a budget of four slabs. */
class BlockPoolTest {
    private static final int PAGE = Slab.PAGE_BYTES;
    private static final int SLAB = 16 * PAGE;

    private final BlockPool pool = new BlockPool(4 * SLAB, SLAB);
    private final long before = SpentMemory.usedBytes();

    @BeforeEach
    @AfterEach
    void collectSpentMemory() {
        SpentMemory.collect();
    }

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

    private static void fill(ByteBuffer memory, byte value) {
        for (int i = 0; i < memory.capacity(); i++) memory.put(i, value);
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
    void rangeReadsAllocateAtMostHalfOfTheBudget() throws Exception {
        Allocation first = pool.acquire(SLAB, Use.RANGE_READ);
        pool.acquire(SLAB, Use.RANGE_READ);
        assertSpent(1, Use.RANGE_READ);
        pool.acquire(SLAB, Use.SCAN);
        Allocation last = pool.acquire(SLAB, Use.SCAN);
        pool.release(last);
        assertSpent(1, Use.RANGE_READ);
        pool.release(first);
        pool.acquire(SLAB, Use.RANGE_READ);
    }

    @Test
    void decompressingAheadLeavesHalfOfTheBudgetToScansWithoutMemory() throws Exception {
        Allocation ahead = pool.acquire(2 * SLAB / 2, Use.AHEAD);
        pool.acquire(SLAB, Use.AHEAD);
        assertSpent(1, Use.AHEAD);
        pool.acquire(SLAB, Use.SCAN);
        pool.release(ahead);
        assertSpent(1, Use.AHEAD);
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
    void pendingScansHaveRoomIfThereIsAFreeRunForEach() throws Exception {
        assertThat(pool.hasRoomForPendingScans(SLAB)).isTrue();
        for (int i = 0; i < 12; i++) pool.registerPendingScan();
        assertThat(pool.hasRoomForPendingScans(5 * PAGE)).isTrue();
        // Two runs of six pages fit into each of the four slabs, which is room for eight of the twelve scans.
        assertThat(pool.hasRoomForPendingScans(6 * PAGE)).isFalse();
        for (int i = 0; i < 4; i++) pool.unregisterPendingScan();
        assertThat(pool.hasRoomForPendingScans(6 * PAGE)).isTrue();
        Allocation one = pool.acquire(6 * PAGE, Use.SCAN);
        assertThat(pool.hasRoomForPendingScans(6 * PAGE)).isFalse();
        pool.unregisterPendingScan();
        assertThat(pool.hasRoomForPendingScans(6 * PAGE)).isTrue();
        pool.release(one);
        pool.budgetBytes(SLAB + 7 * PAGE);
        for (int i = 0; i < 4; i++) pool.unregisterPendingScan();
        assertThat(pool.hasRoomForPendingScans(7 * PAGE)).isTrue();
        assertThat(pool.hasRoomForPendingScans(8 * PAGE)).isFalse();
        // The budget is a slab of 16 pages and 7 more pages, so it has room for one run of nine pages.
        pool.unregisterPendingScan();
        assertThat(pool.hasRoomForPendingScans(9 * PAGE)).isFalse();
        pool.unregisterPendingScan();
        assertThat(pool.hasRoomForPendingScans(9 * PAGE)).isTrue();
    }

    @Test
    void thereIsNoRoomInABudgetThatIsExceeded() throws Exception {
        pool.acquire(PAGE, Use.SCAN);
        pool.acquire(PAGE, Use.SCAN);
        pool.budgetBytes(PAGE);
        assertThat(pool.hasRoomForPendingScans(PAGE)).isFalse();
        assertSpent(1, Use.SCAN);
    }

    @Test
    void freeRunsOfASlabAreUsedOnlyAsFarAsTheBudgetAllows() throws Exception {
        pool.acquire(10 * PAGE, Use.SCAN);
        pool.budgetBytes(11 * PAGE);
        pool.registerPendingScan();
        assertThat(pool.hasRoomForPendingScans(PAGE)).isTrue();
        pool.registerPendingScan();
        assertThat(pool.hasRoomForPendingScans(PAGE)).isFalse();
        pool.budgetBytes(8 * PAGE);
        assertSpent(1, Use.RANGE_READ);
    }

    @Test
    void aSlabInUseIsNotDropped() throws Exception {
        Allocation open = pool.acquire(PAGE, Use.SCAN);
        fill(open.memory(), (byte) 1);
        pool.keepsIdle(false);
        fill(pool.acquire(SLAB, Use.SCAN).memory(), (byte) 2);
        for (int i = 0; i < PAGE; i++) assertThat(open.memory().get(i)).isOne();
        assertThat(pool.heldBytes()).isEqualTo(2 * SLAB);
    }

    @Test
    void memoryThatWasDroppedIsUsedBeforeMoreIsAllocated() throws Exception {
        Allocation closed = pool.acquire(SLAB, Use.SCAN);
        // Without this reference the garbage collector could free the memory earlier.
        ByteBuffer memory = closed.memory();
        memory.putLong(0, 42);
        pool.keepsIdle(false);
        pool.release(closed);
        pool.acquire(SLAB, Use.SCAN).memory().putLong(0, 43);
        assertThat(memory.getLong(0)).isEqualTo(43);
    }

    @Test
    void memoryThatWasDroppedCountsUntilItIsCollectedAndIsUsedAgain() throws Exception {
        List<Allocation> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) open.add(pool.acquire(SLAB, Use.SCAN));
        pool.keepsIdle(false);
        open.forEach(pool::release);
        assertThat(pool.idleBytes()).isZero();
        // Whether or not the memory has been collected, the pool does not exceed the budget.
        for (int i = 0; i < 4; i++) pool.acquire(SLAB, Use.SCAN);
        assertThat(pool.heldBytes()).isEqualTo(4 * SLAB);
    }

    @Test
    void memoryThatAClosedReaderStillReferencesCountsAfterItWasDropped() throws Exception {
        List<ByteBuffer> views = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            views.add(viewOfReleasedMemory());
            pool.keepsIdle(false);
            pool.keepsIdle(true);
            System.gc();
            assertThat(pool.heldBytes()).isEqualTo(SLAB);
        }
        assertThat(SpentMemory.usedBytes()).isLessThan(before + 4 * SLAB);
        assertThat(views).allMatch(view -> view.capacity() == SLAB);
    }

    private ByteBuffer viewOfReleasedMemory() throws BlockUnavailableException {
        Allocation allocation = pool.acquire(SLAB, Use.SCAN);
        pool.release(allocation);
        return allocation.memory();
    }

    @Test
    void memoryThatWasDroppedIsFreedByTheGarbageCollector() throws Exception {
        Allocation open = pool.acquire(SLAB, Use.SCAN);
        pool.keepsIdle(false);
        assertThat(pool.heldBytes()).isEqualTo(SLAB);
        pool.release(open);
        open = null;
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (pool.heldBytes() > 0 && System.nanoTime() < end) System.gc();
        assertThat(pool.heldBytes()).isZero();
    }

    @Test
    void keepsIdleMemoryUntilItIsDisabled() throws Exception {
        pool.release(pool.acquire(PAGE, Use.SCAN));
        assertThat(pool.idleBytes()).isEqualTo(SLAB);
        pool.keepsIdle(false);
        assertThat(pool.idleBytes()).isZero();
        pool.keepsIdle(true);
        pool.release(pool.acquire(PAGE, Use.SCAN));
        assertThat(pool.idleBytes()).isEqualTo(SLAB);
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
    void aSmallerBudgetLeavesOpenScansAloneAndDropsUnusedSlabs() throws Exception {
        Allocation open = pool.acquire(SLAB, Use.SCAN);
        pool.release(pool.acquire(SLAB, Use.SCAN));
        pool.budgetBytes(SLAB);
        assertThat(pool.idleBytes()).isZero();
        assertThat(pool.bytesInUse()).isEqualTo(SLAB);
        pool.budgetBytes(PAGE);
        pool.release(open);
        assertThat(pool.idleBytes()).isZero();
        assertThat(pool.bytesInUse()).isZero();
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

    private void assertSpent(int bytes, Use use) {
        assertThatThrownBy(() -> pool.acquire(bytes, use))
                .isInstanceOfSatisfying(BlockUnavailableException.class, e -> assertThat(e.reason())
                        .isEqualTo(BlockUnavailableException.Reason.BUDGET_SPENT));
    }
}
