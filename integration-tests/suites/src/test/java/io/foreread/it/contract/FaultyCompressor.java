package io.foreread.it.contract;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.compress.ICompressor;

/** A compressor that is not part of Cassandra. It returns unusual values or throws exceptions. */
public final class FaultyCompressor implements ICompressor {
    static boolean faulty;
    static int worstCaseBytes;
    static BufferType preferred = BufferType.OFF_HEAP;
    /** Whether the last chunk to decompress was in a heap buffer. */
    static boolean sawHeap;

    private FaultyCompressor() {}

    static void reset() {
        faulty = false;
        worstCaseBytes = 1;
        preferred = BufferType.OFF_HEAP;
    }

    /** Cassandra calls this method by reflection. */
    public static FaultyCompressor create(Map<String, String> options) {
        return new FaultyCompressor();
    }

    @Override
    public int initialCompressedBufferLength(int chunkLengthBytes) {
        if (faulty) throw new UnsupportedOperationException("unexpected");
        return worstCaseBytes;
    }

    @Override
    public BufferType preferredBufferType() {
        return preferred;
    }

    @Override
    public boolean supports(BufferType type) {
        return true;
    }

    @Override
    public Set<String> supportedOptions() {
        return ImmutableSet.of();
    }

    @Override
    public int uncompress(byte[] input, int offset, int length, byte[] output, int outputOffset) throws IOException {
        throw new IOException("this compressor only reports the size of its chunks");
    }

    @Override
    public void uncompress(ByteBuffer input, ByteBuffer output) throws IOException {
        sawHeap = input.hasArray() && output.hasArray();
        throw new IOException("this compressor only reports the size of its chunks");
    }

    @Override
    public void compress(ByteBuffer input, ByteBuffer output) throws IOException {
        throw new IOException("this compressor only reports the size of its chunks");
    }
}
