package io.foreread.agent.resident.dispatch;

import com.google.common.collect.MapMaker;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.util.SequentialWriter;
import org.jspecify.annotations.Nullable;

/**
 * Passes what woven code does with writers of sstables to the attachment that opened them. It is on the data path and does
 * not catch exceptions. While no writer has ever been allowed to compress ahead, a call costs a volatile read; a chunk also
 * costs the check of the attachment whether it is to be compressed ahead.
 */
public final class WriterDispatch {
    /** Initialized by the first writer that may compress ahead, so that a failure affects no other writer. */
    private static final class Open {
        /** Refers to the writers weakly, and compares them by identity. */
        static final ConcurrentMap<SequentialWriter, OpenWriter> WRITERS =
                new MapMaker().weakKeys().makeMap();

        /** The limit to which the current thread compares the size of its output; 0 if there is none. */
        static final ThreadLocal<long[]> LIMIT_BYTES = ThreadLocal.withInitial(() -> new long[1]);

        private Open() {}
    }

    /** Whether there has been a writer in {@link Open#WRITERS}. It stays true. */
    private static volatile boolean used;

    private WriterDispatch() {}

    /** @return whether the buffer of the writer was taken, so that the original code must not run */
    public static boolean flush(CompressedSequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open == null) open = open(writer);
        return open != null && open.flush(writer);
    }

    /** Called when the original code has run and has thrown nothing. */
    public static void flushed(CompressedSequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open != null) open.flushed();
    }

    private static @Nullable OpenWriter open(CompressedSequentialWriter writer) {
        Writers writers = Dispatch.writers();
        OpenWriter open = writers == null ? null : writers.open(writer);
        if (open == null) return null;
        try {
            Open.WRITERS.put(writer, open);
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            // The writer has not begun to compress ahead, and Cassandra's code writes the chunk.
            return null;
        }
        used = true;
        return open;
    }

    private static @Nullable OpenWriter find(SequentialWriter writer) {
        return used ? Open.WRITERS.get(writer) : null;
    }

    /** @see OpenWriter#drain */
    public static void drain(SequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open != null) open.drain(writer);
    }

    /** @see OpenWriter#retire */
    public static void retire(SequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open != null) open.retire(writer);
    }

    /** Sets the limit to which the current thread is about to compare the size of its output; 0 afterwards. */
    public static void limit(long bytes) {
        if (used) Open.LIMIT_BYTES.get()[0] = bytes;
    }

    /** @see OpenWriter#onDiskBytes */
    public static long onDiskBytes(CompressedSequentialWriter writer, long onDiskBytes) {
        OpenWriter open = find(writer);
        return open == null
                ? onDiskBytes
                : open.onDiskBytes(writer, onDiskBytes, Open.LIMIT_BYTES.get()[0]);
    }

    /**
     * The writer is not forgotten. It can still write its last chunk, and must not begin to compress ahead again. A writer that
     * has failed must not be committed by a second call.
     *
     * @see OpenWriter#prepare
     */
    public static void prepare(SequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open != null) open.prepare(writer);
    }

    public static void close(SequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open == null) return;
        if (open.finishesOnClose(writer)) open.prepare(writer);
        else abort(writer);
    }

    /**
     * The writer is not forgotten. Another thread can still write, and must not begin to compress ahead again.
     *
     * @see OpenWriter#cancel
     */
    public static void abort(SequentialWriter writer) {
        OpenWriter open = find(writer);
        if (open != null) open.cancel(writer);
    }

    /**
     * Forgets all writers at a detach, so that none refers to the detached attachment. Writers that compress ahead must have
     * ended.
     */
    public static void forget() {
        if (used) Open.WRITERS.clear();
    }
}
