package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks how long an owner waits for the thread that writes. */
@Timeout(60)
class ChunkRingWaitTest extends NumberedChunks {
    private CountDownLatch begun = new CountDownLatch(1);
    private CountDownLatch released = new CountDownLatch(1);

    /** Returns a ring whose thread counts down {@link #begun}, and writes nothing until {@link #released}. */
    private ChunkRing heldRing() {
        CountDownLatch begins = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        begun = begins;
        released = release;
        return ring(
                (chunk, compressionNanos) -> {
                    begins.countDown();
                    await(release);
                    return write(chunk);
                },
                this::onPool);
    }

    private void releaseAfterAPause() {
        pool.execute(() -> {
            pause();
            released.countDown();
        });
    }

    @Test
    void ownerWaitsForAFreeBufferUntilHalfOfTheRingIsWritten() throws Exception {
        ChunkRing ring = heldRing();
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        await(begun);
        assertThat(ring.untaken()).isEqualTo(BUFFERS - 1);
        fill(ring, BUFFERS - 1);
        assertThatThrownBy(ring::submit).as("all other buffers in use").isInstanceOf(IllegalStateException.class);
        releaseAfterAPause();
        long startNanos = System.nanoTime();
        long waitedNanos = ring.awaitFree();
        assertThat(waitedNanos).isBetween(1L, System.nanoTime() - startNanos);
        assertThat(take(ring)).hasSizeGreaterThanOrEqualTo(BUFFERS - 1 - REQUEST_FROM);
        ring.submit();
        ring.awaitAll();
        assertThat(output).isEqualTo(numbers(0, BUFFERS));
    }

    @Test
    void ownerReportsHowLongItWaitsForAllChunks() {
        ChunkRing ring = heldRing();
        for (int i = 0; i < REQUEST_FROM; i++) submit(ring, i);
        await(begun);
        releaseAfterAPause();
        long startNanos = System.nanoTime();
        long waitedNanos = ring.awaitAll();
        assertThat(waitedNanos).isBetween(1L, System.nanoTime() - startNanos);
        assertThat(output).isEqualTo(numbers(0, REQUEST_FROM));
    }

    @Test
    void stopWaitsForTheThreadThatWritesAndDiscardsTheRest() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        ChunkRing ring = ring(
                (chunk, compressionNanos) -> {
                    begun.countDown();
                    await(released);
                    int bytes = write(chunk);
                    ended.set(true);
                    return bytes;
                },
                this::onPool);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        await(begun);
        releaseAfterAPause();
        ring.stop();
        assertThat(ended).as("the thread has left the ring").isTrue();
        assertThat(output).containsExactly(0);
        assertThat(take(ring)).containsExactly(1);
        ring.awaitAll();
        ring.awaitFree();
        assertThat(output).as("nothing is written after the stop").containsExactly(0);
        assertThatThrownBy(ring::submit).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void interruptEndsNoWaitAndIsKept() throws Exception {
        for (Consumer<ChunkRing> waiting :
                List.<Consumer<ChunkRing>>of(ChunkRing::awaitAll, ChunkRing::awaitFree, ChunkRing::stop)) {
            output.clear();
            ChunkRing ring = heldRing();
            for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
            await(begun);
            AtomicBoolean interrupted = new AtomicBoolean();
            Thread owner = new Thread(() -> {
                waiting.accept(ring);
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            owner.start();
            while (owner.getState() != Thread.State.WAITING) Thread.onSpinWait();
            owner.interrupt();
            pause();
            assertThat(owner.isAlive()).as("waits although it was interrupted").isTrue();
            released.countDown();
            owner.join();
            assertThat(interrupted).as("the flag is set again").isTrue();
            ring.stop();
        }
    }

    @Test
    void theSmallestRingHasAFreeBufferAfterAWait() {
        ChunkRing smallest = new ChunkRing(buffers(3), this::write, NumberedChunks::noThread, NumberedChunks::run);
        for (int i = 0; i < 10; i++) submit(smallest, i);
        smallest.awaitAll();
        assertThat(output).isEqualTo(numbers(0, 10));
    }
}
