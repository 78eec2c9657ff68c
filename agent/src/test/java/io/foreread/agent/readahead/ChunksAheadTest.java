package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Checks which chunks are decoded ahead and returned. */
class ChunksAheadTest extends TenChunks {
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
}
