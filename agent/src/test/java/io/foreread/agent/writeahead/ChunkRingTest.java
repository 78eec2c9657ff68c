package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the order of the chunks and the use of the buffers of a ring. */
@Timeout(60)
class ChunkRingTest extends NumberedChunks {
    private int compressedChunks;

    @Test
    void chunksAreWrittenInOrderWhateverTheThreadsDo() {
        Random random = new Random(1);
        for (int run = 0; run < 200; run++) {
            output.clear();
            int busyPercent = random.nextInt(101);
            Random refusals = new Random(run);
            ChunkRing ring = ring(new SlowOutput(run), task -> refusals.nextInt(100) >= busyPercent && onPool(task));
            int chunks = 1 + refusals.nextInt(100);
            List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < chunks; i++) {
                taken.addAll(submit(ring, i));
                if (refusals.nextInt(10) == 0) {
                    ring.awaitAll();
                    assertThat(output).isEqualTo(numbers(0, i + 1));
                }
            }
            ring.awaitAll();
            taken.addAll(take(ring));
            assertThat(output).isEqualTo(numbers(0, chunks));
            assertThat(taken).isEqualTo(numbers(1, chunks + 1));
            assertThat(ring.untaken()).isZero();
            ring.stop();
        }
        assertThat(compressedChunks).as("chunks that the owner has compressed").isPositive();
    }

    /** Writes and compresses at a random speed, and cannot compress a third of the chunks in advance. */
    private final class SlowOutput implements ChunkOutput {
        private final Random writes;
        private final Random compressions;

        SlowOutput(int seed) {
            writes = new Random(seed);
            compressions = new Random(seed);
        }

        @Override
        public long compress(ByteBuffer chunk) {
            if (compressions.nextInt(2) == 0) LockSupport.parkNanos(1_000);
            if (compressions.nextInt(3) == 0) return NOT_COMPRESSED;
            compressedChunks++;
            return NumberedChunks.compress(chunk);
        }

        @Override
        public int write(ByteBuffer chunk, long compressionNanos) {
            if (writes.nextInt(4) == 0) LockSupport.parkNanos(1_000);
            return ChunkRingTest.this.write(chunk, compressionNanos);
        }
    }

    @Test
    void bufferIsReusedOnlyAfterItsChunkWasTaken() {
        ChunkRing ring = ring(this::write, NumberedChunks::noThread);
        List<ByteBuffer> used = new ArrayList<>();
        for (int i = 0; i < BUFFERS - 1; i++) {
            used.add(ring.filling());
            submit(ring, i + 1);
        }
        ring.awaitAll();
        assertThat(used).doesNotContain(ring.filling());
        fill(ring, BUFFERS);
        assertThatThrownBy(ring::submit).isInstanceOf(IllegalStateException.class);
        assertThat(ring.takeWritten()).isEqualTo(2);
        ring.submit();
        assertThat(ring.filling()).isSameAs(used.get(0));
    }

    @Test
    void ringNeedsABufferToFillWhileHalfOfItIsPending() {
        assertThatThrownBy(() -> new ChunkRing(buffers(2), this::write, NumberedChunks::noThread, NumberedChunks::run))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
