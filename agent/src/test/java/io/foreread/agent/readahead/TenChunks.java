package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;

/** A file of 10 chunks, which are decoded in batches of 3. A chunk has 4 bytes, the last one has 1 byte. */
abstract class TenChunks {
    static final int CHUNK_BYTES = 4;
    static final int CHUNKS = 10;
    static final int DATA_BYTES = (CHUNKS - 1) * CHUNK_BYTES + 1;
    static final int BATCH = 3;

    final Source source = new Source();
    boolean mayContinue = true;
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void sourceWasNotUsedConcurrently() {
        executor.shutdownNow();
        assertThat(source.usedConcurrently).isFalse();
        assertThat(source.countAsBlocked)
                .as("reads of the scan's own thread count as blocked")
                .isTrue();
    }

    /** Uses an executor, because all threads of {@link AheadThreads} can be busy. */
    boolean run(Runnable task) {
        executor.execute(task);
        return true;
    }

    ChunksAhead ahead(Predicate<Runnable> threads) {
        return new ChunksAhead(source, threads, DATA_BYTES, CHUNK_BYTES, memory(), memory(), () -> mayContinue);
    }

    static ByteBuffer[] memory() {
        ByteBuffer[] chunks = new ByteBuffer[BATCH];
        for (int i = 0; i < BATCH; i++) chunks[i] = ByteBuffer.allocate(CHUNK_BYTES);
        return chunks;
    }

    static void assertChunk(ChunksAhead ahead, int number) {
        assertContent(ahead.take((long) number * CHUNK_BYTES), number);
    }

    static void assertContent(ByteBuffer chunk, int number) {
        assertThat(chunk.position()).isZero();
        assertThat(chunk.remaining()).isEqualTo(number == CHUNKS - 1 ? 1 : CHUNK_BYTES);
        while (chunk.hasRemaining()) assertThat(chunk.get()).isEqualTo((byte) number);
    }

    /** A source that detects concurrent use by two threads. */
    static final class Source implements ChunkSource {
        final AtomicInteger inUse = new AtomicInteger();
        final AtomicInteger decoded = new AtomicInteger();
        final AtomicInteger attempts = new AtomicInteger();
        volatile boolean usedConcurrently;
        volatile boolean usedByOtherThread;
        volatile boolean countAsBlocked = true;
        volatile int failsAt = -1;
        private volatile CountDownLatch held;
        private final CountDownLatch reached = new CountDownLatch(1);

        @Override
        public void decode(long chunkPosition, ByteBuffer target) {
            attempts.incrementAndGet();
            if (inUse.incrementAndGet() > 1) usedConcurrently = true;
            try {
                awaitRelease();
                int number = (int) (chunkPosition / CHUNK_BYTES);
                if (number == failsAt) throw new IllegalStateException("bad chunk");
                target.clear();
                target.limit((int) Math.min(CHUNK_BYTES, DATA_BYTES - chunkPosition));
                while (target.hasRemaining()) target.put((byte) number);
                target.flip();
                decoded.incrementAndGet();
            } finally {
                inUse.decrementAndGet();
            }
        }

        @Override
        public void countAsBlocked(boolean countAsBlocked) {
            if (!countAsBlocked) usedByOtherThread = true;
            this.countAsBlocked = countAsBlocked;
        }

        void hold() {
            held = new CountDownLatch(1);
        }

        void awaitHeld() {
            try {
                reached.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void release() {
            held.countDown();
        }

        private void awaitRelease() {
            if (held == null) return;
            reached.countDown();
            try {
                held.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
