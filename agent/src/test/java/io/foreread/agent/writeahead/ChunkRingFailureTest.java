package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks a ring whose output, or whose charge of the cost, fails. */
@Timeout(60)
class ChunkRingFailureTest extends NumberedChunks {
    @Test
    void failureIsFinalAndLaterChunksAreNotWritten() {
        IOException full = new IOException("No space left on device");
        for (int failing = 0; failing < 20; failing++) {
            output.clear();
            int last = failing;
            ChunkRing ring = ring(
                    (chunk, compressionNanos) -> {
                        if (chunk.getInt(0) == last) throw full;
                        return write(chunk);
                    },
                    failing % 2 == 0 ? this::onPool : NumberedChunks::noThread);
            List<Integer> taken = new ArrayList<>();
            int submitted = 0;
            while (ring.failure() == null && submitted < 40) {
                taken.addAll(take(ring));
                ring.awaitFree();
                if (ring.failure() == null) taken.addAll(submitUnlessFailed(ring, submitted++));
            }
            ring.awaitAll();
            taken.addAll(take(ring));
            assertThat(ring.failure()).isSameAs(full);
            assertThat(output).isEqualTo(numbers(0, failing));
            assertThat(taken).isEqualTo(numbers(1, failing + 1));
            assertThat(ring.untaken()).isPositive();
            ring.awaitFree();
            assertThat(ring.submit()).as("a submit after the failure").isFalse();
            ring.run();
            assertThat(output).hasSize(failing);
            ring.stop();
        }
    }

    @Test
    void chunkThatFailsAfterTheWaitRefusesTheNextOneAndThrowsNothing() {
        List<Runnable> requests = new ArrayList<>();
        ChunkRing ring = ring(
                (chunk, compressionNanos) -> {
                    throw new IOException("No space left on device");
                },
                requests::add);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        assertThat(ring.untaken()).as("no buffer is free").isEqualTo(BUFFERS - 1);
        ByteBuffer filling = ring.filling();
        requests.get(0).run();
        assertThat(ring.submit()).isFalse();
        assertThat(ring.filling()).as("nothing was submitted").isSameAs(filling);
        assertThat(ring.awaitFree()).isZero();
    }

    @Test
    void errorOfTheOutputIsAFailure() {
        StackOverflowError error = new StackOverflowError();
        ChunkRing ring = ring(
                (chunk, compressionNanos) -> {
                    throw error;
                },
                this::onPool);
        for (int i = 0; i < REQUEST_FROM; i++) submitUnlessFailed(ring, i);
        ring.awaitAll();
        assertThat(ring.failure()).isSameAs(error);
    }

    @Test
    void chunkThatFailsIsNotCounted() {
        List<Runnable> requests = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        ChunkRing ring = new ChunkRing(
                buffers(BUFFERS),
                (chunk, compressionNanos) -> {
                    if (chunk.getInt(0) == 1) throw new IOException("No space left on device");
                    return write(chunk);
                },
                requests::add,
                part -> counts.add(part.getAsInt()));
        for (int i = 0; i < REQUEST_FROM; i++) submit(ring, i);
        requests.get(0).run();
        assertThat(counts).as("written chunks").containsExactly(1);
    }

    @Test
    void failureToChargeTheCostLeavesTheChunksToTheOwner() {
        IllegalStateException broken = new IllegalStateException("cannot charge");
        List<Runnable> requests = new ArrayList<>();
        ChunkRing before = new ChunkRing(buffers(BUFFERS), this::write, requests::add, part -> {
            throw broken;
        });
        for (int i = 0; i < REQUEST_FROM; i++) submit(before, i);
        requests.get(0).run();
        assertThat(output).as("chunks of the thread that could not be charged").isEmpty();
        before.awaitAll();
        assertThat(before.failure()).isNull();
        assertThat(output).isEqualTo(numbers(0, REQUEST_FROM));
        before.stop();

        output.clear();
        requests.clear();
        ChunkRing after = new ChunkRing(buffers(BUFFERS), this::write, requests::add, part -> {
            assertThat(part.getAsInt()).isEqualTo(REQUEST_FROM);
            throw broken;
        });
        for (int i = 0; i < REQUEST_FROM; i++) submit(after, i);
        requests.get(0).run();
        assertThat(after.failure()).as("all chunks are written").isNull();
        for (int i = REQUEST_FROM; i < 20; i++) submit(after, i);
        after.awaitAll();
        assertThat(output).isEqualTo(numbers(0, 20));
    }
}
