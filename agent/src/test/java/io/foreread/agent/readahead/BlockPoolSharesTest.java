package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.BlockPool.Use;
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
}
