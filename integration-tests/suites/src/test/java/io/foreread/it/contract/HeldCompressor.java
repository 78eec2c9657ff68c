package io.foreread.it.contract;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.compress.LZ4Compressor;

/** LZ4 that checks its buffers. A test can slow it down, let it fail, or block a thread that decompresses ahead. */
public final class HeldCompressor implements ICompressor {
    static volatile CountDownLatch reached;
    static volatile CountDownLatch released;
    static volatile BufferType preferred;
    /** The minimum duration of the decompression of a chunk. */
    static volatile long chunkNanos;
    /** Whether the compressor received a buffer of another type than it prefers. */
    static volatile boolean wrongBuffer;
    /** Creates the error with which the next chunk fails; null if it does not. */
    static volatile Supplier<Error> failsOnce;

    private final ICompressor lz4 = LZ4Compressor.create(ImmutableMap.of());

    private HeldCompressor() {}

    /** Cassandra calls this method by reflection. */
    public static HeldCompressor create(Map<String, String> options) {
        return new HeldCompressor();
    }

    /** Resets the compressor. After that, calls do not block until {@link #hold} is called. */
    static void reset(BufferType preference) {
        preferred = preference;
        wrongBuffer = false;
        chunkNanos = 0;
        failsOnce = null;
        reached = new CountDownLatch(1);
        released = new CountDownLatch(0);
    }

    /** Blocks threads that decompress ahead until {@link #released} is counted down. */
    static void hold() {
        released = new CountDownLatch(1);
    }

    @Override
    public void uncompress(ByteBuffer input, ByteBuffer output) throws IOException {
        Supplier<Error> failure = failsOnce;
        if (failure != null) {
            failsOnce = null;
            throw failure.get();
        }
        boolean wantsHeap = preferred == BufferType.ON_HEAP;
        if (input.hasArray() != wantsHeap || output.hasArray() != wantsHeap) wrongBuffer = true;
        if (Thread.currentThread().getName().startsWith("foreread-ahead")) {
            reached.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        long startNanos = System.nanoTime();
        lz4.uncompress(input, output);
        while (System.nanoTime() - startNanos < chunkNanos) {}
    }

    @Override
    public int uncompress(byte[] input, int offset, int length, byte[] output, int outputOffset) throws IOException {
        return lz4.uncompress(input, offset, length, output, outputOffset);
    }

    @Override
    public int initialCompressedBufferLength(int chunkLengthBytes) {
        return lz4.initialCompressedBufferLength(chunkLengthBytes);
    }

    @Override
    public BufferType preferredBufferType() {
        return preferred;
    }

    @Override
    public boolean supports(BufferType type) {
        return lz4.supports(type);
    }

    @Override
    public Set<String> supportedOptions() {
        return ImmutableSet.of();
    }

    @Override
    public void compress(ByteBuffer input, ByteBuffer output) throws IOException {
        throw new IOException("this compressor only decompresses");
    }
}
