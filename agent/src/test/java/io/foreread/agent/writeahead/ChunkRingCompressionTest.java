package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks which chunks an owner compresses while another thread writes. */
@Timeout(60)
class ChunkRingCompressionTest extends NumberedChunks {
    private final CountDownLatch writeBegun = new CountDownLatch(1);
    private final CountDownLatch writeReleased = new CountDownLatch(1);
    private final CountDownLatch compressionBegun = new CountDownLatch(1);
    private final CountDownLatch compressionReleased = new CountDownLatch(1);
    private final List<Integer> compressed = Collections.synchronizedList(new ArrayList<>());
    /** The chunks that were written as the owner has compressed them. */
    private final List<Integer> writtenCompressed = Collections.synchronizedList(new ArrayList<>());

    /** The first write waits for {@link #writeReleased}. */
    private class HeldOutput implements ChunkOutput {
        @Override
        public long compress(ByteBuffer chunk) {
            compressed.add(chunk.getInt(0));
            return NumberedChunks.compress(chunk);
        }

        @Override
        public int write(ByteBuffer chunk, long compressionNanos) {
            writeBegun.countDown();
            await(writeReleased);
            if (compressionNanos != NOT_COMPRESSED) writtenCompressed.add(chunk.getInt(0));
            return ChunkRingCompressionTest.this.write(chunk, compressionNanos);
        }
    }

    /** Each compression waits for {@link #compressionReleased} too. */
    private final class HeldCompression extends HeldOutput {
        @Override
        public long compress(ByteBuffer chunk) {
            compressionBegun.countDown();
            await(compressionReleased);
            return super.compress(chunk);
        }
    }

    /** Returns a ring without a free buffer, whose first chunk is being written. */
    private ChunkRing full(ChunkOutput output) {
        ChunkRing ring = ring(output, this::onPool);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        await(writeBegun);
        return ring;
    }

    @Test
    void ownerThatWaitsCompressesAllPendingChunksButTheOneThatIsBeingWritten() {
        ChunkRing ring = full(new HeldOutput() {
            @Override
            public long compress(ByteBuffer chunk) {
                if (chunk.getInt(0) == 1) writeReleased.countDown();
                return super.compress(chunk);
            }
        });
        ring.awaitAll();
        assertThat(compressed).startsWith(6, 5, 4, 3, 2, 1).hasSize(6);
        assertThat(output).isEqualTo(numbers(0, BUFFERS - 1));
        assertThat(writtenCompressed).isEqualTo(numbers(1, BUFFERS - 1));
    }

    @Test
    void ownerCompressesOnlyUntilABufferIsFree() {
        CountDownLatch firstWritten = new CountDownLatch(1);
        CountDownLatch secondReleased = new CountDownLatch(1);
        ChunkRing ring = full(new HeldOutput() {
            @Override
            public long compress(ByteBuffer chunk) {
                writeReleased.countDown();
                await(firstWritten);
                return super.compress(chunk);
            }

            @Override
            public int write(ByteBuffer chunk, long compressionNanos) {
                if (chunk.getInt(0) == 1) {
                    firstWritten.countDown();
                    await(secondReleased);
                }
                return super.write(chunk, compressionNanos);
            }
        });
        assertThat(ring.awaitFree()).as("nanoseconds of waiting").isZero();
        assertThat(compressed).containsExactly(BUFFERS - 2);
        assertThat(take(ring)).containsExactly(1);
        fill(ring, BUFFERS - 1);
        assertThat(ring.submit()).isTrue();
        secondReleased.countDown();
        ring.awaitAll();
        assertThat(output).isEqualTo(numbers(0, BUFFERS));
    }

    @Test
    void chunkThatIsBeingCompressedIsWrittenAfterwards() {
        ChunkRing ring = full(new HeldCompression());
        Future<?> owner = pool.submit(ring::awaitAll);
        await(compressionBegun);
        writeReleased.countDown();
        List<Integer> taken = new ArrayList<>();
        while (taken.size() < BUFFERS - 2) taken.addAll(take(ring));
        pause();
        assertThat(take(ring)).as("chunks written during their compression").isEmpty();
        compressionReleased.countDown();
        join(owner);
        assertThat(output).isEqualTo(numbers(0, BUFFERS - 1));
        assertThat(writtenCompressed).containsExactly(BUFFERS - 2);
    }

    @Test
    void chunkThatTheOwnerCannotCompressIsTriedOnceAndLeftToTheWritingThread() {
        ChunkRing ring = full(new HeldOutput() {
            @Override
            public long compress(ByteBuffer chunk) {
                compressed.add(chunk.getInt(0));
                if (chunk.getInt(0) == 1) writeReleased.countDown();
                return NOT_COMPRESSED;
            }
        });
        ring.awaitAll();
        assertThat(ring.failure()).isNull();
        assertThat(compressed).startsWith(6, 5, 4, 3, 2, 1).hasSize(6);
        assertThat(writtenCompressed).isEmpty();
        assertThat(output).isEqualTo(numbers(0, BUFFERS - 1));
    }

    @Test
    void failureOfTheOwnersCompressionIsFinal() {
        IllegalStateException broken = new IllegalStateException("cannot compress");
        ChunkRing ring = full(new HeldOutput() {
            @Override
            public long compress(ByteBuffer chunk) {
                throw broken;
            }
        });
        ring.awaitAll();
        assertThat(ring.failure()).isSameAs(broken);
        writeReleased.countDown();
        ring.stop();
        assertThat(output).as("the chunk whose write had begun").containsExactly(0);
        assertThat(ring.submit()).isFalse();
        assertThat(take(ring)).containsExactly(1);
    }

    @Test
    void ownerLeavesHalfOfTheRingToAThreadThatWasRequestedAndHasNotBegun() {
        List<Runnable> requests = new ArrayList<>();
        List<Thread> writers = new ArrayList<>();
        writeReleased.countDown();
        ChunkRing ring = ring(
                new HeldOutput() {
                    @Override
                    public int write(ByteBuffer chunk, long compressionNanos) {
                        writers.add(Thread.currentThread());
                        return super.write(chunk, compressionNanos);
                    }
                },
                requests::add);
        for (int i = 0; i < BUFFERS - 1; i++) submit(ring, i);
        ring.awaitFree();
        assertThat(compressed).containsExactly(6, 5, 4);
        assertThat(output)
                .as("written by the owner until half of the ring is pending")
                .isEqualTo(numbers(0, 3));
        join(pool.submit(requests.get(0)));
        assertThat(output).isEqualTo(numbers(0, BUFFERS - 1));
        assertThat(writtenCompressed).containsExactly(4, 5, 6);
        assertThat(writers.subList(3, BUFFERS - 1)).doesNotContain(Thread.currentThread());
    }

    @Test
    void stopOfAnotherThreadWaitsForTheOwnerThatCompresses() throws Exception {
        ChunkRing ring = full(new HeldCompression());
        Future<?> owner = pool.submit(ring::awaitAll);
        await(compressionBegun);
        Thread stop = new Thread(ring::stop);
        stop.start();
        while (stop.getState() != Thread.State.WAITING) Thread.onSpinWait();
        writeReleased.countDown();
        pause();
        assertThat(stop.isAlive())
                .as("waits for the owner, which uses a buffer")
                .isTrue();
        compressionReleased.countDown();
        stop.join();
        join(owner);
        assertThat(compressed).as("nothing is compressed after the stop").containsExactly(BUFFERS - 2);
    }

    private static void join(Future<?> task) {
        try {
            task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
