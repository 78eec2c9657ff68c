package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Uses a file of 10 chunks, in batches of 3. A chunk has 4 bytes, the last one has 1 byte. */
class ChunksAheadTest {
    private static final int CHUNK_BYTES = 4;
    private static final int CHUNKS = 10;
    private static final int DATA_BYTES = (CHUNKS - 1) * CHUNK_BYTES + 1;
    private static final int BATCH = 3;

    private final Source source = new Source();
    private boolean mayContinue = true;
    private final ExecutorService executor = Executors.newCachedThreadPool();

    @AfterEach
    void sourceWasNotUsedConcurrently() {
        executor.shutdownNow();
        assertThat(source.usedConcurrently).isFalse();
        assertThat(source.countAsBlocked)
                .as("reads of the scan's own thread count as blocked")
                .isTrue();
    }

    @Test
    void decodesNothingAtOrBeyondTheLimitUntilItIsMoved() {
        ChunksAhead ahead = ahead(this::run);
        int limit = 2 * BATCH + 1;
        ahead.limit((long) limit * CHUNK_BYTES);
        ahead.start(0);
        for (int i = 0; i < limit; i++) assertChunk(ahead, i);
        assertThat(ahead.take((long) limit * CHUNK_BYTES)).isNull();
        assertThat(ahead.running()).isFalse();
        assertThat(source.decoded).hasValue(limit);
        ahead.limit(DATA_BYTES);
        ahead.start((long) limit * CHUNK_BYTES);
        assertChunk(ahead, limit);
    }

    @Test
    void limitStopsTheRunningBatchAndAppliesToBothBatches() {
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        // The second batch is decoded while the first is read.
        for (int i = 0; i <= BATCH; i++) assertChunk(ahead, i);
        ahead.limit(2 * CHUNK_BYTES);
        assertThat(ahead.running()).isFalse();
        source.decoded.set(0);
        ahead.start(0);
        assertChunk(ahead, 0);
        assertChunk(ahead, 1);
        assertThat(ahead.take(2 * CHUNK_BYTES)).isNull();
        ahead.limit(DATA_BYTES);
        ahead.start(0);
        for (int i = 0; i < CHUNKS; i++) assertChunk(ahead, i);
    }

    /** Uses an executor, because all threads of {@link AheadThreads} can be busy. */
    private boolean run(Runnable task) {
        executor.execute(task);
        return true;
    }

    @Test
    void returnsEveryChunkInOrder() {
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        for (int chunk = 0; chunk < CHUNKS; chunk++) assertChunk(ahead, chunk);
        assertThat(ahead.running()).isTrue();
        assertThat(ahead.take(DATA_BYTES + CHUNK_BYTES)).isNull();
        assertThat(ahead.running()).isFalse();
    }

    @Test
    void returnsAChunkAgainAfterItsLimitWasMoved() {
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        ahead.take(0).limit(0);
        assertChunk(ahead, 1);
        assertChunk(ahead, 0);
        ahead.stop();
    }

    @Test
    void skipsChunksThatTheScanSkipsAndStopsAtABackwardSeek() {
        ChunksAhead ahead = ahead(this::run);
        ahead.start(2 * CHUNK_BYTES);
        assertChunk(ahead, 3);
        assertChunk(ahead, 6);
        assertThat(ahead.take(0)).isNull();
        assertThat(ahead.running()).isFalse();
        assertThat(source.decoded.get())
                .as("chunks of two batches and a part of the third")
                .isBetween(6, 8);
        ahead.start(8 * CHUNK_BYTES);
        assertChunk(ahead, 8);
        assertChunk(ahead, 9);
        ahead.stop();
    }

    @Test
    void scanDecodesTheBatchItselfIfNoThreadHasBegun() {
        ChunksAhead ahead = ahead(nothingEverRuns -> true);
        ahead.start(0);
        assertThat(source.decoded.get()).isZero();
        for (int chunk = 0; chunk < CHUNKS; chunk++) assertChunk(ahead, chunk);
        ahead.stop();
        assertThat(source.usedByOtherThread).isFalse();
    }

    @Test
    void doesNotRunWithoutAThreadOrBeyondTheEndOfTheData() {
        ChunksAhead without = ahead(refused -> false);
        without.start(0);
        assertThat(without.running()).isFalse();
        ChunksAhead behind = ahead(this::run);
        behind.start(DATA_BYTES);
        assertThat(behind.running()).isFalse();
        assertThat(source.decoded.get()).isZero();
    }

    @Test
    void stopsWhenNoThreadIsAvailable() {
        AtomicInteger requests = new AtomicInteger();
        ChunksAhead ahead = ahead(task -> requests.incrementAndGet() == 1 && run(task));
        ahead.start(0);
        for (int chunk = 0; chunk < BATCH; chunk++) assertChunk(ahead, chunk);
        assertThat(ahead.take(BATCH * CHUNK_BYTES)).isNull();
        assertThat(ahead.running()).isFalse();
    }

    @Test
    void stopsAfterABatchIfNoFurtherBatchIsAllowed() {
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        assertChunk(ahead, 0);
        mayContinue = false;
        for (int chunk = 1; chunk < 2 * BATCH; chunk++) assertChunk(ahead, chunk);
        assertThat(ahead.take(2 * BATCH * CHUNK_BYTES)).isNull();
        assertThat(ahead.running()).isFalse();
        assertThat(source.decoded.get()).isEqualTo(2 * BATCH);
    }

    @Test
    void stopsBeforeAnErrorSoThatTheScanGetsIt() {
        source.failsAt = 4;
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        for (int chunk = 0; chunk < 4; chunk++) assertChunk(ahead, chunk);
        assertThat(ahead.take(4 * CHUNK_BYTES)).isNull();
        assertThat(ahead.running()).isFalse();
        source.failsAt = -1;
        ahead.start(4 * CHUNK_BYTES);
        assertChunk(ahead, 4);
        ahead.stop();
    }

    @Test
    void decodesNothingAfterAnError() {
        source.failsAt = 4;
        ChunksAhead ahead = ahead(nothingEverRuns -> true);
        ahead.start(0);
        for (int chunk = 0; chunk < 4; chunk++) assertChunk(ahead, chunk);
        assertThat(ahead.take(4 * CHUNK_BYTES)).isNull();
        assertThat(source.attempts.get()).isEqualTo(5);
    }

    @Test
    void decodesNothingForAScanThatHasPassedTheBatch() {
        ChunksAhead ahead = ahead(nothingEverRuns -> true);
        ahead.start(0);
        assertThat(ahead.take(BATCH * CHUNK_BYTES)).isNull();
        assertThat(source.attempts.get()).isZero();
    }

    @Test
    void nothingIsDecodedBeyondAFileOfWholeChunks() {
        ChunksAhead ahead = new ChunksAhead(
                source, nothingEverRuns -> true, 2 * CHUNK_BYTES, CHUNK_BYTES, memory(), memory(), () -> true);
        ahead.start(0);
        assertChunk(ahead, 0);
        assertChunk(ahead, 1);
        assertThat(ahead.take(2 * CHUNK_BYTES)).isNull();
        assertThat(source.attempts.get()).isEqualTo(2);
    }

    @Test
    void timeThatAScanWaitsCountsAsTimeOfFills() throws InterruptedException {
        source.hold();
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        source.awaitHeld();
        Thread scan = Thread.currentThread();
        Thread release = new Thread(() -> {
            while (scan.getState() != Thread.State.WAITING) Thread.onSpinWait();
            source.release();
        });
        long before = Recorders.SCANS.fillNanos();
        long startNanos = System.nanoTime();
        release.start();
        assertChunk(ahead, 0);
        assertThat(Recorders.SCANS.fillNanos() - before).isBetween(1L, System.nanoTime() - startNanos);
        release.join();
        ahead.stop();
    }

    @Test
    void scanDoesNotUseTheFirstBatchWhileALateThreadDecodesIt() throws InterruptedException {
        Deque<Runnable> late = new ArrayDeque<>();
        Thread[] lateThread = new Thread[1];
        ChunksAhead ahead = ahead(task -> {
            late.add(task);
            if (late.size() == 1) return true;
            lateThread[0] = startAndHold(late.getFirst());
            return false;
        });
        ahead.start(0);
        ahead.stop();
        ahead.start(0);
        assertThat(ahead.running()).isTrue();
        source.release();
        assertChunk(ahead, 0);
        ahead.stop();
        lateThread[0].join();
    }

    /** If two threads used one source at the same time, undamaged chunks would look corrupt. */
    @Test
    void lateThreadAndScanNeverUseTheSourceTogether() throws InterruptedException {
        Deque<Runnable> late = new ArrayDeque<>();
        AtomicInteger requests = new AtomicInteger();
        Thread[] lateThread = new Thread[1];
        ChunksAhead ahead = ahead(task -> {
            late.add(task);
            // The third batch uses the memory of the first batch. The task of the first batch starts only now.
            if (requests.incrementAndGet() != 3) return true;
            lateThread[0] = startAndHold(late.getFirst());
            return false;
        });
        ahead.start(0);
        for (int chunk = 0; chunk < 4; chunk++) assertChunk(ahead, chunk);
        Thread release = new Thread(source::release);
        release.start();
        for (int chunk = 4; chunk < 7; chunk++) assertChunk(ahead, chunk);
        ahead.stop();
        lateThread[0].join();
        release.join();
        assertThat(source.usedByOtherThread).as("the late thread worked").isTrue();
    }

    @Test
    void stopWaitsForTheOtherThread() throws InterruptedException {
        source.hold();
        ChunksAhead ahead = ahead(this::run);
        ahead.start(0);
        source.awaitHeld();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread stopping = new Thread(() -> {
            ahead.stop();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        stopping.start();
        stopping.interrupt();
        while (stopping.getState() != Thread.State.WAITING) Thread.onSpinWait();
        assertThat(stopping.isAlive()).isTrue();
        source.release();
        stopping.join();
        assertThat(interrupted)
                .as("interrupt status of the thread that called stop")
                .isTrue();
        assertThat(source.decoded.get()).as("chunks decoded before the stop").isOne();
        assertThat(source.inUse.get()).isZero();
    }

    @Test
    void anySequenceOfReadsReturnsTheChunksOfTheFile() {
        Random random = new Random(7);
        // At random, a thread is too slow or no thread is available.
        Predicate<Runnable> threads = task -> random.nextInt(4) != 0 && (random.nextInt(3) == 0 || run(task));
        for (int walk = 0; walk < 2000; walk++) {
            ChunksAhead ahead = ahead(threads);
            int chunk = random.nextInt(CHUNKS);
            for (int step = 0; step < 12; step++) {
                if (!ahead.running()) ahead.start((long) chunk * CHUNK_BYTES);
                source.failsAt = ahead.running() || random.nextInt(5) > 0 ? -1 : random.nextInt(CHUNKS);
                ByteBuffer taken = ahead.running() ? ahead.take((long) chunk * CHUNK_BYTES) : null;
                if (taken != null) assertContent(taken, chunk);
                else assertThat(ahead.running()).isFalse();
                chunk = random.nextInt(8) == 0 ? random.nextInt(CHUNKS) : Math.min(chunk + 1, CHUNKS - 1);
            }
            ahead.stop();
            assertThat(source.inUse.get()).isZero();
        }
    }

    /** Returns when the thread is decoding. The thread continues when the source is released. */
    private Thread startAndHold(Runnable task) {
        source.hold();
        Thread thread = new Thread(task);
        thread.start();
        source.awaitHeld();
        return thread;
    }

    private ChunksAhead ahead(Predicate<Runnable> threads) {
        return new ChunksAhead(source, threads, DATA_BYTES, CHUNK_BYTES, memory(), memory(), () -> mayContinue);
    }

    private static ByteBuffer[] memory() {
        ByteBuffer[] chunks = new ByteBuffer[BATCH];
        for (int i = 0; i < BATCH; i++) chunks[i] = ByteBuffer.allocate(CHUNK_BYTES);
        return chunks;
    }

    private static void assertChunk(ChunksAhead ahead, int number) {
        assertContent(ahead.take((long) number * CHUNK_BYTES), number);
    }

    private static void assertContent(ByteBuffer chunk, int number) {
        assertThat(chunk.position()).isZero();
        assertThat(chunk.remaining()).isEqualTo(number == CHUNKS - 1 ? 1 : CHUNK_BYTES);
        while (chunk.hasRemaining()) assertThat(chunk.get()).isEqualTo((byte) number);
    }

    /** A source that detects concurrent use by two threads. */
    private static final class Source implements ChunkSource {
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
