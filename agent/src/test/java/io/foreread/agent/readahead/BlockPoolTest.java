package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockPoolTest {
    private final BlockPool pool = new BlockPool(1000);

    @BeforeEach
    @AfterEach
    void collectSpentMemory() {
        SpentMemory.collect();
    }

    @Test
    void allocatesNothingBeforeTheFirstScan() {
        assertThat(pool.lentBytes()).isZero();
        assertThat(pool.idleBytes()).isZero();
    }

    @Test
    void lendsTheSameMemoryAgain() throws BlockRefused {
        ByteBuffer first = pool.acquire(400);
        pool.release(first);
        assertThat(pool.idleBytes()).isEqualTo(400);
        assertThat(pool.acquire(400)).isSameAs(first);
        assertThat(pool.lentBlocks()).isEqualTo(1);
    }

    @Test
    void leavesHalfOfTheBudgetToThoseWhoHaveNothing() throws BlockRefused {
        ByteBuffer spare = pool.acquireSpare(500);
        assertThatThrownBy(() -> pool.acquireSpare(1)).isInstanceOf(BlockRefused.class);
        pool.acquire(500);
        pool.release(spare);
        assertThat(pool.lentBytes()).isEqualTo(500);
        assertThatThrownBy(() -> pool.acquireSpare(500)).isInstanceOf(BlockRefused.class);
    }

    @Test
    void refusesWhatTheBudgetDoesNotCover() throws BlockRefused {
        ByteBuffer first = pool.acquire(400);
        pool.acquire(400);
        assertThatThrownBy(() -> pool.acquire(400))
                .isInstanceOfSatisfying(BlockRefused.class, refused -> assertThat(refused.reason())
                        .isEqualTo(BlockRefused.Reason.BUDGET_SPENT));
        pool.release(first);
        pool.acquire(400);
        assertThat(pool.lentBytes()).isEqualTo(800);
    }

    @Test
    void letsGoOfIdleMemoryOfAnotherSizeRatherThanRefuse() throws BlockRefused {
        pool.release(pool.acquire(800));
        pool.acquire(600);
        assertThat(pool.lentBytes()).isEqualTo(600);
        assertThat(pool.idleBytes()).isZero();
    }

    @Test
    void letsGoOfNoMoreThanIsInTheWay() throws BlockRefused {
        ByteBuffer first = pool.acquire(200);
        ByteBuffer second = pool.acquire(300);
        ByteBuffer third = pool.acquire(400);
        pool.release(first);
        pool.release(second);
        pool.release(third);
        pool.acquire(250);
        assertThat(pool.idleBytes()).isEqualTo(700);
        pool.acquire(250);
        assertThat(pool.idleBytes()).isEqualTo(400);
        assertThat(pool.acquire(400)).isSameAs(third);
    }

    @Test
    void whatIsLeftIsSharedAmongTheScansThatAreExpected() throws BlockRefused {
        assertThat(pool.shareBytes()).isEqualTo(1000);
        for (int i = 0; i < 4; i++) pool.expect();
        assertThat(pool.shareBytes()).isEqualTo(250);
        pool.expectNoMore();
        ByteBuffer block = pool.acquire(250);
        assertThat(pool.shareBytes()).isEqualTo(250);
        pool.release(block);
        pool.budgetBytes(100);
        pool.expectNoMore();
        assertThat(pool.shareBytes()).isEqualTo(50);
    }

    @Test
    void thereIsNoShareOfABudgetThatIsOverdrawn() throws BlockRefused {
        pool.acquire(400);
        pool.budgetBytes(100);
        assertThat(pool.shareBytes()).isZero();
    }

    @Test
    void lendsAndKeepsToTheLastByteOfTheBudget() throws BlockRefused {
        ByteBuffer all = pool.acquire(1000);
        pool.release(all);
        assertThat(pool.idleBytes()).isEqualTo(1000);
        assertThat(pool.acquire(1000)).isSameAs(all);
        assertThat(pool.idleBytes()).isZero();
    }

    @Test
    void keepsIdleMemoryThatFitsBesideWhatIsLent() throws BlockRefused {
        pool.release(pool.acquire(400));
        pool.acquire(600);
        assertThat(pool.idleBytes()).isEqualTo(400);
        pool.budgetBytes(1000);
        assertThat(pool.idleBytes()).isEqualTo(400);
    }

    @Test
    void lendsNoMemoryTwiceNorWhatItHasLetGo() throws BlockRefused {
        ByteBuffer first = pool.acquire(400);
        pool.release(first);
        assertThat(pool.acquire(400)).isSameAs(first);
        ByteBuffer second = pool.acquire(400);
        assertThat(second).isNotSameAs(first);
        pool.release(second);
        pool.dropIdle();
        assertThat(pool.idleBytes()).isZero();
        assertThat(pool.acquire(400)).isNotSameAs(second);
    }

    @Test
    void lendsMemoryClearedHoweverItWasReturned() throws BlockRefused {
        ByteBuffer block = pool.acquire(400);
        block.position(7).limit(9);
        pool.release(block);
        assertThat(pool.acquire(400).remaining()).isEqualTo(400);
    }

    @Test
    void aBudgetOfZeroLendsNothing() {
        pool.budgetBytes(0);
        assertThatThrownBy(() -> pool.acquire(1)).isInstanceOf(BlockRefused.class);
    }

    @Test
    void aSmallerBudgetLeavesOpenScansAloneAndKeepsNothingIdle() throws BlockRefused {
        ByteBuffer open = pool.acquire(400);
        pool.release(pool.acquire(400));
        pool.budgetBytes(500);
        assertThat(pool.idleBytes()).isZero();
        pool.budgetBytes(100);
        pool.release(open);
        assertThat(pool.idleBytes()).isZero();
        assertThat(pool.lentBytes()).isZero();
    }

    @Test
    void leavesTheLastDirectMemoryToCassandra() {
        BlockPool greedy = new BlockPool(Long.MAX_VALUE);
        // The build gives these tests 256 MiB of direct memory.
        int most = 32 << 20;
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1000; i++) greedy.acquire(most);
                })
                .isInstanceOfSatisfying(BlockRefused.class, refused -> assertThat(refused.reason())
                        .isEqualTo(BlockRefused.Reason.DIRECT_MEMORY));
        // Nobody else may meet an OutOfMemoryError now.
        assertThat(ByteBuffer.allocateDirect(1 << 20).capacity()).isEqualTo(1 << 20);
    }

    @Test
    void manyThreadsNeverShareABlockNorExceedTheBudget() throws Exception {
        BlockPool shared = new BlockPool(3 * 64);
        ExecutorService executor = Executors.newFixedThreadPool(8);
        List<Future<Integer>> results = new ArrayList<>();
        Callable<Integer> borrower = () -> {
            int lent = 0;
            for (int i = 0; i < 5_000; i++) {
                ByteBuffer block;
                try {
                    block = shared.acquire(64);
                } catch (BlockRefused e) {
                    continue;
                }
                lent++;
                long mark = ThreadLocalRandom.current().nextLong();
                block.putLong(0, mark);
                Thread.onSpinWait();
                assertThat(block.getLong(0)).isEqualTo(mark);
                assertThat(shared.lentBytes()).isLessThanOrEqualTo(3 * 64);
                shared.release(block);
            }
            return lent;
        };
        for (int i = 0; i < 8; i++) results.add(executor.submit(borrower));
        int lent = 0;
        for (Future<Integer> result : results) lent += result.get();
        assertThat(lent).isPositive();
        executor.shutdown();
        assertThat(shared.lentBytes()).isZero();
        assertThat(shared.idleBytes()).isLessThanOrEqualTo(3 * 64);
    }
}
