package io.foreread.agent.readahead;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Allocates direct memory while enough is left, aligned to pages where the JVM supports that: it can be used for reads past
 * the page cache.
 *
 * <p>Why not just try: a failing {@code allocateDirect} runs {@code System.gc()} and sleeps, and from 4.0 on Cassandra
 * answers a direct-memory OutOfMemoryError that reaches it by provoking a heap one, which kills the node. The last
 * bytes belong to Cassandra.
 */
final class DirectMemory {
    /** Left to Cassandra and Netty: an eighth of what the JVM may use, at least this much. */
    private static final long MIN_RESERVE_BYTES = 16L << 20;

    private static final long MAX_BYTES = maxBytes();
    private static final @Nullable BufferPoolMXBean DIRECT_POOL = directPool();

    private static final int PAGE_BYTES = 4096;
    /** Came with Java 9; null before, where nobody can read past the page cache. */
    private static final @Nullable MethodHandle ALIGNED_SLICE = alignedSlice();

    private DirectMemory() {}

    /**
     * @param minBytes a multiple of the page size
     * @param maxBytes a multiple of the page size
     * @return memory of which {@link #aligned} has that many bytes, as many as there are to spare; null if there are fewer
     *     than {@code minBytes}
     */
    static @Nullable ByteBuffer tryAllocate(int minBytes, int maxBytes) {
        int alignmentBytes = ALIGNED_SLICE == null ? 0 : PAGE_BYTES - 1;
        long spareBytes = Math.min(maxBytes, availableBytes() - alignmentBytes) & -PAGE_BYTES;
        if (spareBytes < minBytes) return null;
        try {
            return ByteBuffer.allocateDirect((int) spareBytes + alignmentBytes);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** @return the whole pages of it, or all of it where the JVM cannot align */
    static ByteBuffer aligned(ByteBuffer memory) {
        if (ALIGNED_SLICE == null) return memory;
        try {
            return (ByteBuffer) ALIGNED_SLICE.invokeExact(memory, PAGE_BYTES);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable MethodHandle alignedSlice() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(ByteBuffer.class, "alignedSlice", MethodType.methodType(ByteBuffer.class, int.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /** Negative while Cassandra uses a part of its reserve. */
    private static long availableBytes() {
        if (DIRECT_POOL == null) return Integer.MAX_VALUE;
        long reserveBytes = Math.max(MIN_RESERVE_BYTES, MAX_BYTES / 8);
        return MAX_BYTES - reserveBytes - DIRECT_POOL.getMemoryUsed();
    }

    private static @Nullable BufferPoolMXBean directPool() {
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class))
            if (pool.getName().equals("direct")) return pool;
        return null;
    }

    private static long maxBytes() {
        try {
            HotSpotDiagnosticMXBean hotspot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            long configured =
                    Long.parseLong(hotspot.getVMOption("MaxDirectMemorySize").getValue());
            if (configured > 0) return configured;
        } catch (RuntimeException | LinkageError ignored) {
            // Not HotSpot: its default is what HotSpot's is.
        }
        return Runtime.getRuntime().maxMemory();
    }
}
