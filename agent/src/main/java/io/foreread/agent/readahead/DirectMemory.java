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
 * Allocates direct memory while enough is left, aligned to pages if the JVM supports that, as direct I/O requires.
 *
 * <p>It checks before it allocates, because a failing {@code allocateDirect} runs {@code System.gc()} and sleeps. From 4.0 on
 * Cassandra handles an OutOfMemoryError for direct memory by causing one for the heap, which ends the node. A reserve is
 * therefore left to Cassandra.
 */
public final class DirectMemory {
    /** The reserve for Cassandra and Netty: an eighth of the JVM's maximum, at least this size. */
    private static final long MIN_RESERVE_BYTES = 16L << 20;

    private static final long MAX_BYTES = maxBytes();
    private static final @Nullable BufferPoolMXBean DIRECT_POOL = directPool();

    /** {@code ByteBuffer.alignedSlice}. Null on Java 8, which does not have it and cannot use direct I/O. */
    private static final @Nullable MethodHandle ALIGNED_SLICE = alignedSlice();

    private DirectMemory() {}

    /**
     * @param minBytes a multiple of the page size
     * @param maxBytes a multiple of the page size
     * @return memory whose {@link #aligned} part has up to {@code maxBytes}, depending on what is left; null if less than
     *     {@code minBytes} are left
     */
    static @Nullable ByteBuffer tryAllocate(int minBytes, int maxBytes) {
        int alignmentBytes = ALIGNED_SLICE == null ? 0 : Slab.PAGE_BYTES - 1;
        long spareBytes = Math.min(maxBytes, availableBytes() - alignmentBytes) & -Slab.PAGE_BYTES;
        if (spareBytes < minBytes) return null;
        try {
            return ByteBuffer.allocateDirect((int) spareBytes + alignmentBytes);
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** @return the whole pages of the memory, or all of it if the JVM cannot align */
    static ByteBuffer aligned(ByteBuffer memory) {
        if (ALIGNED_SLICE == null) return memory;
        try {
            return (ByteBuffer) ALIGNED_SLICE.invokeExact(memory, Slab.PAGE_BYTES);
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

    /** Returns how much of a limit of direct memory is left to Cassandra and Netty. */
    public static long reserveBytes(long maxBytes) {
        return Math.max(MIN_RESERVE_BYTES, maxBytes / 8);
    }

    /** Negative while Cassandra uses a part of its reserve. */
    private static long availableBytes() {
        if (DIRECT_POOL == null) return Integer.MAX_VALUE;
        return MAX_BYTES - reserveBytes(MAX_BYTES) - DIRECT_POOL.getMemoryUsed();
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
            // A JVM other than HotSpot, with the same default.
        }
        return Runtime.getRuntime().maxMemory();
    }
}
