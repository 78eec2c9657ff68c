package io.foreread.agent.readahead;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive chunks that another thread decodes. The scan's thread starts it, takes it and ends it; in between the
 * source and the memory are the other thread's.
 *
 * <p>If no thread has begun by the time that the scan wants it, the scan does it itself. A batch that fails just ends
 * before the chunk that fails: the scan will come to that chunk, and meet the error by itself, on its own thread.
 */
final class ChunkBatch implements Runnable {
    private enum State {
        /** The scan's: nothing is asked for, or all is done. */
        AT_REST,
        STARTED,
        DECODING
    }

    private final ChunkSource source;
    private final Predicate<Runnable> threads;
    private long dataBytes;
    private final int chunkBytes;
    private final ByteBuffer[] chunks;
    /** Because the user of a chunk may have moved its limit. */
    private final int[] lengths;

    private long firstPosition;
    private int decoded;
    private ThreadRecord.@Nullable Task task;
    private volatile boolean cancelled;
    /** Guarded by this. */
    private State state = State.AT_REST;

    /**
     * @param threads runs something on another thread, or says that it does not
     * @param dataBytes of the file, uncompressed
     * @param chunks memory for as many, each of chunkBytes
     */
    ChunkBatch(ChunkSource source, Predicate<Runnable> threads, long dataBytes, int chunkBytes, ByteBuffer[] chunks) {
        this.source = source;
        this.threads = threads;
        this.dataBytes = dataBytes;
        this.chunkBytes = chunkBytes;
        this.chunks = chunks;
        this.lengths = new int[chunks.length];
    }

    /** Of a batch at rest: it decodes no chunk at or beyond this position. */
    void limit(long dataBytes) {
        this.dataBytes = dataBytes;
    }

    /** @return false if there is no thread for it; then the batch is empty */
    boolean start(long firstPosition) {
        this.firstPosition = firstPosition;
        decoded = 0;
        if (firstPosition >= dataBytes) return false;
        task = ThreadRecord.current().task();
        state(State.STARTED);
        if (threads.test(this)) return true;
        // One that got the batch the last time, when the scan was quicker, may have come by now.
        if (!begin()) return true;
        end();
        return false;
    }

    /** On the other thread. */
    @Override
    public void run() {
        if (!begin()) return;
        try {
            ThreadRecord.current().during(Objects.requireNonNull(task), () -> {
                source.countAsBlocked(false);
                decode();
            });
            Recorders.SCANS.decodedAhead(decoded);
        } finally {
            source.countAsBlocked(true);
            // Whatever happens: the scan would wait for ever.
            end();
        }
    }

    /** Returns when the batch is done: by another thread, or by this one if no other has begun. */
    void finish() {
        if (begin()) {
            try {
                decode();
            } finally {
                end();
            }
            return;
        }
        long startNanos = System.nanoTime();
        awaitRest();
        Recorders.SCANS.waited(System.nanoTime() - startNanos);
    }

    /** Returns when nobody works on it any more, be it done or not. The batch is empty then. */
    void cancel() {
        cancelled = true;
        if (begin()) end();
        else awaitRest();
        cancelled = false;
        decoded = 0;
    }

    /** Whether a chunk belongs to what the batch was started for. */
    boolean covers(long position) {
        return position >= firstPosition && position < firstPosition + (long) chunks.length * chunkBytes;
    }

    /**
     * Of a batch at rest.
     *
     * @return a chunk from its first byte to its last; null if it is not here
     */
    @Nullable
    ByteBuffer chunk(long position) {
        if (position < firstPosition || position >= endPosition()) return null;
        int index = (int) ((position - firstPosition) / chunkBytes);
        ByteBuffer chunk = chunks[index];
        chunk.position(0).limit(lengths[index]);
        return chunk;
    }

    /** Behind the last chunk, of a batch at rest. */
    long endPosition() {
        return firstPosition + (long) decoded * chunkBytes;
    }

    /** Every chunk that was asked for is here, so that the next batch goes on behind it. */
    boolean isWhole() {
        return decoded == chunks.length;
    }

    private void decode() {
        try {
            for (int i = 0; i < chunks.length && !cancelled; i++) {
                long position = firstPosition + (long) i * chunkBytes;
                if (position >= dataBytes) return;
                source.decode(position, chunks[i]);
                lengths[i] = chunks[i].limit();
                decoded = i + 1;
            }
        } catch (RuntimeException | Error e) {
            // The scan meets the error when it reads that chunk itself.
        }
    }

    private synchronized boolean begin() {
        if (state != State.STARTED) return false;
        state = State.DECODING;
        return true;
    }

    private synchronized void end() {
        state = State.AT_REST;
        notifyAll();
    }

    private synchronized void state(State state) {
        this.state = state;
    }

    private synchronized void awaitRest() {
        boolean interrupted = false;
        while (state != State.AT_REST) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Not now: the memory is in use. The next read of the scan notices the interrupt.
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
