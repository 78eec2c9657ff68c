package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.compress.LZ4Compressor;

/** LZ4 that a rule can block on the thread that compresses ahead, let fail, or replace by another result. */
public final class RuleCompressor implements ICompressor {
    /** How long a rule, or a held thread, waits for another thread. */
    static final long LIMIT_SECONDS = 30;

    private static volatile CountDownLatch reached = new CountDownLatch(1);
    private static volatile CountDownLatch released = new CountDownLatch(0);
    /** Chunks until a failure; negative for none. */
    static final AtomicInteger chunksUntilFailure = new AtomicInteger(-1);
    /** How much longer a thread that writes takes for a chunk. */
    static volatile long ownersPauseMillis;
    /** Whether a compressed chunk has the length of the chunk, and no byte in common with it. */
    static volatile boolean inverts;
    /** The worst case of a compressed chunk; 0 for that of LZ4. */
    static volatile int worstCaseBytes;

    private final ICompressor lz4 = LZ4Compressor.create(Map.of());

    private RuleCompressor() {}

    /** Cassandra calls this method by reflection. */
    public static RuleCompressor create(Map<String, String> options) {
        return new RuleCompressor();
    }

    static void reset() {
        released.countDown();
        released = new CountDownLatch(0);
        reached = new CountDownLatch(1);
        chunksUntilFailure.set(-1);
        ownersPauseMillis = 0;
        inverts = false;
        worstCaseBytes = 0;
    }

    /** Blocks threads that compress ahead until {@link #release}. */
    static void hold() {
        reached = new CountDownLatch(1);
        released = new CountDownLatch(1);
    }

    /** Waits until a thread that compresses ahead is held. */
    static void awaitHeld() throws InterruptedException {
        assertThat(reached.await(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("a thread compresses ahead")
                .isTrue();
    }

    static void release() {
        released.countDown();
    }

    @Override
    public void compress(ByteBuffer input, ByteBuffer output) throws IOException {
        if (chunksUntilFailure.get() >= 0 && chunksUntilFailure.getAndDecrement() == 0)
            throw new IllegalStateException("a defect of the compressor");
        try {
            if (Thread.currentThread().getName().startsWith(RuleThreads.AHEAD)) {
                reached.countDown();
                if (!released.await(LIMIT_SECONDS, TimeUnit.SECONDS)) throw new IOException("held for too long");
            } else {
                Thread.sleep(ownersPauseMillis);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (inverts) while (input.hasRemaining()) output.put((byte) ~input.get());
        else lz4.compress(input, output);
    }

    @Override
    public int initialCompressedBufferLength(int chunkLength) {
        return worstCaseBytes > 0 ? worstCaseBytes : lz4.initialCompressedBufferLength(chunkLength);
    }

    @Override
    public int uncompress(byte[] input, int offset, int length, byte[] output, int outputOffset) throws IOException {
        return lz4.uncompress(input, offset, length, output, outputOffset);
    }

    @Override
    public void uncompress(ByteBuffer input, ByteBuffer output) throws IOException {
        lz4.uncompress(input, output);
    }

    @Override
    public BufferType preferredBufferType() {
        return BufferType.OFF_HEAP;
    }

    @Override
    public boolean supports(BufferType type) {
        return true;
    }

    @Override
    public Set<String> supportedOptions() {
        return Set.of();
    }
}
