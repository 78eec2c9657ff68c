package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.BlockPool.Use;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Checks which slabs without open scans the pool keeps, and that slabs that it has dropped count until they are freed. */
class BlockPoolIdleMemoryTest extends FourSlabPool {
    private final long before = SpentMemory.usedBytes();

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

    /** Repeated, because the budget must change while a slab is obtained from the JVM. */
    @RepeatedTest(200)
    void aBudgetThatIsLoweredWhileASlabIsObtainedLeavesNoIdleMemory() throws Exception {
        Thread scan = new Thread(() -> {
            try {
                pool.release(pool.acquire(SLAB, Use.SCAN));
            } catch (BlockUnavailableException e) {
                // The budget was lowered before.
            }
        });
        scan.start();
        pool.budgetBytes(0);
        scan.join();
        assertThat(pool.idleBytes()).isZero();
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
}
