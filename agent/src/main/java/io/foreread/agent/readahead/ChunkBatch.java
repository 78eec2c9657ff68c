package io.foreread.agent.readahead;

import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decodes consecutive chunks on another thread. The scan's thread starts, takes and ends a batch; in between, only the other
 * thread uses the source and the memory.
 *
 * <p>If no thread has begun when the scan needs the batch, the scan decodes it itself. A batch that fails ends before the
 * failed chunk: the scan reads that chunk itself, and gets the error on its own thread.
 */
final class ChunkBatch implements Runnable {
    private enum State {
        /** Owned by the scan: nothing was started, or everything is done. */
        AT_REST,
        STARTED,
        DECODING
    }

    private final ChunkSource source;
    private final Predicate<Runnable> threads;
    private long dataBytes;
    private final int chunkBytes;
    private final ByteBuffer[] chunks;
    /** Lengths of the chunks, because the caller can have changed the limit of a buffer. */
    private final int[] lengths;

    private long firstPosition;
    private int decoded;
    private ThreadRecord.@Nullable Task task;
    private volatile boolean cancelled;
    /** Guarded by this. */
    private State state = State.AT_REST;

    /**
     * @param threads runs a task on another thread, or returns false
     * @param dataBytes uncompressed size of the file
     * @param chunks memory for the chunks of the batch, chunkBytes each
     */
    ChunkBatch(ChunkSource source, Predicate<Runnable> threads, long dataBytes, int chunkBytes, ByteBuffer[] chunks) {
        this.source = source;
        this.threads = threads;
        this.dataBytes = dataBytes;
        this.chunkBytes = chunkBytes;
        this.chunks = chunks;
        this.lengths = new int[chunks.length];
    }

    /** Sets the position at and beyond which no chunk is decoded. The batch must not be running. */
    void limit(long dataBytes) {
        this.dataBytes = dataBytes;
    }

    /** @return false if no thread is free or the data ends before this position; then the batch is empty */
    boolean start(long firstPosition) {
        this.firstPosition = firstPosition;
        decoded = 0;
        if (firstPosition >= dataBytes) return false;
        task = ThreadRecord.current().task();
        state(State.STARTED);
        if (threads.test(this)) return true;
        // A thread that was started for the previous batch, but too late for it, can take this batch.
        if (!begin()) return true;
        end();
        return false;
    }

    /** Runs on the other thread. */
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
            // Called after a failure too, because the scan waits for the end.
            end();
        }
    }

    /** Waits until the batch is done. If no other thread has begun, decodes it on this thread. */
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

    /** Waits until no thread uses the batch, whether it is done or not. Afterwards it is empty. */
    void cancel() {
        cancelled = true;
        if (begin()) end();
        else awaitRest();
        cancelled = false;
        decoded = 0;
    }

    /** Returns whether the batch was started for this chunk. */
    boolean covers(long position) {
        return position >= firstPosition && position < firstPosition + (long) chunks.length * chunkBytes;
    }

    /**
     * Returns a decoded chunk. The batch must not be running.
     *
     * @return the chunk from its first byte to its last; null if it is not in this batch
     */
    @Nullable
    ByteBuffer chunk(long position) {
        if (position < firstPosition || position >= endPosition()) return null;
        int index = (int) ((position - firstPosition) / chunkBytes);
        ByteBuffer chunk = chunks[index];
        chunk.position(0).limit(lengths[index]);
        return chunk;
    }

    /** Returns the position after the last decoded chunk. The batch must not be running. */
    long endPosition() {
        return firstPosition + (long) decoded * chunkBytes;
    }

    /** Returns whether all chunks of the batch are decoded, so that the next batch can follow. */
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
            // The scan gets the error when it reads that chunk itself.
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
                // Keep waiting, because the memory is in use. The next read of the scan handles the interrupt.
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
