package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.BlockPool.Use;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Checks how scans, range reads and decompressing ahead share the budget. */
class BlockPoolSharesTest extends FourSlabPool {
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
    void aRangeReadThatWaitsForTheJvmDoesNotExceedTheShareThatAnotherAllocatedMeanwhile() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 200; round++) {
                if (round % 50 == 0) collectSpentMemory();
                // Range reads have 20 of their 32 units in use. Two runs of six units are free.
                int unit = 16 * PAGE;
                long budgetBytes = 64L * unit;
                BlockPool shared = new BlockPool(budgetBytes, 16 * unit);
                shared.acquire(16 * unit, Use.RANGE_READ);
                Allocation first = shared.acquire(6 * unit, Use.RANGE_READ);
                shared.acquire(4 * unit, Use.RANGE_READ);
                shared.release(first);
                // Only one can have its memory: eight units of a new slab, or six units that are free.
                AtomicBoolean ready = new AtomicBoolean();
                AtomicBoolean start = new AtomicBoolean();
                int delay = round * 5;
                Future<Boolean> fromFreeUnits = other.submit(() -> {
                    ready.set(true);
                    while (!start.get()) Thread.onSpinWait();
                    for (int i = 0; i < delay; i++) Thread.onSpinWait();
                    return acquires(shared, 6 * unit);
                });
                while (!ready.get()) Thread.onSpinWait();
                start.set(true);
                boolean fromNewSlab = acquires(shared, 8 * unit);
                assertThat(fromNewSlab).as("round " + round).isNotEqualTo(fromFreeUnits.get());
            }
        } finally {
            other.shutdownNow();
        }
    }

    private static boolean acquires(BlockPool shared, int bytes) {
        try {
            shared.acquire(bytes, Use.RANGE_READ);
            return true;
        } catch (BlockUnavailableException e) {
            return false;
        }
    }
}
