package io.foreread.agent.writeahead;

import org.jspecify.annotations.Nullable;

/**
 * The state of each buffer of a ring, and of the ring itself. Buffers have numbers from 0 on. Thread-safe.
 *
 * <p>A chunk passes through these states. The counters {@code taken <= written <= submitted} define the state of each: the
 * chunk with the number {@code n} uses the buffer {@code n % size}. A chunk that is pending is compressed by the writing thread,
 * or before by the owner.
 *
 * <pre>
 *            submit            write succeeds          takeWritten
 *   FILLING --------&gt; PENDING ----------------&gt; WRITTEN -----------&gt; FREE --&gt; FILLING
 *   (owner)              |    (writing thread)   (nobody)
 *                        | compression or write fails
 *                        v
 *                     FAILED: neither this chunk nor a later one is written
 * </pre>
 *
 * <p>If the owner could not compress a chunk, older pending chunks can remain unwritten too.
 *
 * <p>The ring itself passes through these states:
 *
 * <pre>
 *   OPEN -- a chunk fails --&gt; FAILED
 *     \                          |
 *      `-------- stop -----------+----&gt; STOPPED: no thread uses a buffer, and none will
 * </pre>
 */
final class RingState {
    static final int NONE = -1;
    /** The owner compresses the chunk now. */
    private static final long COMPRESSING = -2;
    /** The owner could not compress the chunk. The writing thread does. */
    private static final long LEFT = -3;

    private final int size;
    /** Bytes in the file, of each chunk that is written and not taken. */
    private final int[] writtenBytes;
    /** Nanoseconds for which the owner has compressed each pending chunk; otherwise NOT_COMPRESSED, COMPRESSING or LEFT. */
    private final long[] compressionNanos;

    /** Guarded by this, as are the next fields. */
    private long submitted;

    private long written;
    private long taken;
    /** Whether a thread has the role of the writing thread. */
    private boolean writing;
    /** Whether a thread was requested that has not begun. */
    private boolean requested;
    /** Whether the owner compresses a chunk. */
    private boolean compressing;

    private boolean stopped;
    private @Nullable Throwable failure;

    RingState(int size) {
        this.size = size;
        this.writtenBytes = new int[size];
        this.compressionNanos = new long[size];
    }

    /** Returns the buffer that the owner fills. */
    synchronized int filling() {
        return index(submitted);
    }

    /**
     * Submits the buffer that the owner has filled.
     *
     * @return false if a chunk has failed; then nothing was submitted
     * @throws IllegalStateException if no other buffer is free, or if the ring was stopped
     */
    synchronized boolean submit() {
        if (failure != null) return false;
        if (stopped || submitted - taken >= size - 1)
            throw new IllegalStateException("submitted " + submitted + ", taken " + taken + ", stopped " + stopped);
        compressionNanos[index(submitted)] = ChunkOutput.NOT_COMPRESSED;
        submitted++;
        return true;
    }

    /** Returns whether a thread is to be requested, because enough is pending. The caller must request it. */
    synchronized boolean requestsThread() {
        if (requested || writing || submitted - written < size / 2) return false;
        requested = true;
        return true;
    }

    synchronized void requestRefused() {
        requested = false;
    }

    /** Returns whether no more than that many chunks are pending, or none will be written any more. */
    synchronized boolean isDone(int pending) {
        return stopped || failure != null || submitted - written <= pending;
    }

    /** Waits until {@link #isDone}, or until no thread writes. */
    synchronized void awaitDone(int pending) {
        boolean interrupted = false;
        while (writing && !isDone(pending)) interrupted |= awaitChange();
        if (interrupted) Thread.currentThread().interrupt();
    }

    /**
     * Waits for another thread. Allocates nothing, so that {@link #stop} cannot fail for lack of memory.
     *
     * @return whether the thread was interrupted. This does not end the caller's wait, because the buffers are in use. The caller
     *     sets the flag again after its wait
     */
    @SuppressWarnings("WaitNotInLoop") // every caller repeats it until its condition holds
    private boolean awaitChange() {
        try {
            wait();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** @return bytes in the file of the oldest chunk that was written and not taken; {@link #NONE} if there is none */
    synchronized int takeWritten() {
        if (taken == written) return NONE;
        return writtenBytes[index(taken++)];
    }

    synchronized int untaken() {
        return (int) (submitted - taken);
    }

    synchronized @Nullable Throwable failure() {
        return failure;
    }

    /** Waits until no thread uses a buffer. */
    synchronized void stop() {
        stopped = true;
        boolean interrupted = false;
        while (writing || compressing) interrupted |= awaitChange();
        if (interrupted) Thread.currentThread().interrupt();
    }

    /**
     * Returns the newest pending buffer that is not compressed, if another thread writes or is to write the older ones. Only the
     * owner uses it until {@link #compressed}.
     *
     * @param left the number of oldest pending chunks that are left to the writing thread, at least 1
     * @return {@link #NONE} if there is none
     */
    synchronized int claimNewest(int left) {
        if (stopped || failure != null || !(writing || requested)) return NONE;
        for (long n = submitted - 1; n >= written + left; n--) {
            int index = index(n);
            if (compressionNanos[index] != ChunkOutput.NOT_COMPRESSED) continue;
            compressionNanos[index] = COMPRESSING;
            compressing = true;
            return index;
        }
        return NONE;
    }

    /** @param nanos {@link ChunkOutput#NOT_COMPRESSED} leaves the chunk to the writing thread */
    synchronized void compressed(int index, long nanos) {
        compressionNanos[index] = nanos == ChunkOutput.NOT_COMPRESSED ? LEFT : nanos;
        compressing = false;
        notifyAll();
    }

    /** Called in place of {@link #compressed}. Nothing is written any more, except for the chunk that is being written. */
    synchronized void compressionFailed(int index, Throwable cause) {
        if (failure == null) failure = cause;
        compressed(index, ChunkOutput.NOT_COMPRESSED);
    }

    /** @return whether the caller is now the writing thread */
    synchronized boolean begin() {
        if (writing || stopped || failure != null) return false;
        writing = true;
        return true;
    }

    /** Like {@link #begin}, for a requested thread. If the owner writes, this waits until it has written a few chunks. */
    synchronized boolean beginRequested() {
        // Until it has begun no other thread is requested.
        boolean interrupted = false;
        while (writing) interrupted |= awaitChange();
        if (interrupted) Thread.currentThread().interrupt();
        requested = false;
        return begin();
    }

    /**
     * Called by the writing thread. Returns the next buffer to write if more than that many are pending.
     *
     * @return {@link #NONE} if not; then the caller is no longer the writing thread
     */
    synchronized int next(int pending) {
        int next = index(written);
        boolean interrupted = false;
        while (submitted - written > pending && compressionNanos[next] == COMPRESSING) interrupted |= awaitChange();
        if (interrupted) Thread.currentThread().interrupt();
        if (!stopped && failure == null && submitted - written > pending) return next;
        leave();
        return NONE;
    }

    /** @return how long the owner has compressed this chunk; {@link ChunkOutput#NOT_COMPRESSED} if it has not */
    synchronized long compressionNanos(int index) {
        return Math.max(compressionNanos[index], ChunkOutput.NOT_COMPRESSED);
    }

    /** Called by the writing thread, which loses its role. */
    synchronized void leave() {
        writing = false;
        notifyAll();
    }

    /** Called by the writing thread. */
    synchronized void written(int bytes) {
        writtenBytes[index(written)] = bytes;
        written++;
        notifyAll();
    }

    /** Called by the writing thread, which loses its role. Nothing is written any more. */
    synchronized void failed(Throwable cause) {
        // Of two failures, that of the older chunk counts, as it would with one thread.
        if (failure != null && failure != cause) cause.addSuppressed(failure);
        failure = cause;
        leave();
    }

    private int index(long number) {
        return (int) (number % size);
    }
}
