package io.foreread.agent.writeahead;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes full chunks on another thread, in the order in which they were filled, while the owner fills the next ones.
 *
 * <p>A chunk passes through these states. The counters {@code taken <= written <= submitted} define the state of each: the
 * chunk with the number {@code n} uses the buffer {@code n % size}.
 *
 * <pre>
 *            submit            write succeeds          takeWritten
 *   FILLING --------&gt; PENDING ----------------&gt; WRITTEN -----------&gt; FREE --&gt; FILLING
 *   (owner)              |    (writing thread)   (nobody)
 *                        | write fails
 *                        v
 *                     FAILED: this chunk and all later ones are never written
 * </pre>
 *
 * <p>The ring itself passes through these states:
 *
 * <pre>
 *   OPEN ----write fails----&gt; FAILED
 *     \                          |
 *      `-------- stop -----------+----&gt; STOPPED: no thread uses a buffer, and none will
 * </pre>
 *
 * <ul>
 *   <li>One thread at a time has the role of the writing thread. It writes the chunk with the number {@code written}, and
 *       increases this counter afterwards. Therefore chunks are written in order, and none is written twice.
 *   <li>At most {@code size - 1} chunks are submitted and not taken, so that the owner always has a buffer to fill.
 *   <li>A thread is requested when half of the ring is pending, so that it is woken once for several chunks. There is no
 *       queue: if no thread has begun when the owner has to wait, the owner writes the chunks itself.
 *   <li>A failure is final. The ring writes nothing after it, because the file can end with a part of a chunk.
 *   <li>An interrupt does not end a wait, because the buffers are in use. The flag is set again after the wait.
 *   <li>{@link #stop} returns when the writing thread has left the ring. A thread that begins later touches nothing.
 * </ul>
 *
 * <p>Only the owner calls the public methods, except {@link #run}. The owner can be another thread for each call if the
 * calls happen one after another.
 */
public final class ChunkRing implements Runnable {
    private final ByteBuffer[] chunks;
    /** Bytes in the file, of each chunk that is written and not taken. */
    private final int[] writtenBytes;

    private final ChunkOutput output;
    private final Predicate<Runnable> threads;
    private final Consumer<IntSupplier> parts;

    /** Guarded by this, as are the next fields. */
    private long submitted;

    private long written;
    private long taken;
    /** Whether a thread has the role of the writing thread. */
    private boolean writing;
    /** Whether a thread was requested that has not begun. */
    private boolean requested;

    private boolean stopped;
    private @Nullable Throwable failure;

    /**
     * @param chunks at least three buffers of equal capacity: with two, none would be free while half of the ring is pending.
     *     The caller owns their memory, and must not release it before
     *     {@link #stop} has returned
     * @param threads runs a task on another thread, or returns false
     * @param parts runs a part of the work on this other thread, to charge its cost. The part returns the number of its chunks,
     *     at most as many as the ring has, and throws nothing. If {@code parts} throws, the thread leaves the ring
     */
    public ChunkRing(
            ByteBuffer[] chunks, ChunkOutput output, Predicate<Runnable> threads, Consumer<IntSupplier> parts) {
        if (chunks.length < 3) throw new IllegalArgumentException("a ring of " + chunks.length + " buffers");
        this.chunks = chunks;
        this.writtenBytes = new int[chunks.length];
        this.output = output;
        this.threads = threads;
        this.parts = parts;
    }

    /** Returns the buffer that the owner fills. It stays the same until {@link #submit}. */
    public synchronized ByteBuffer filling() {
        return chunks[index(submitted)];
    }

    /**
     * Submits the buffer that the owner has filled up to its capacity. The owner must not use it any more.
     *
     * @return false if a chunk has failed; then nothing was submitted
     * @throws IllegalStateException if no other buffer is free, because {@link #awaitFree} was not called, or if the ring was
     *     stopped
     */
    public boolean submit() {
        boolean request;
        synchronized (this) {
            if (failure != null) return false;
            if (stopped || !hasFree())
                throw new IllegalStateException("submitted " + submitted + ", taken " + taken + ", stopped " + stopped);
            submitted++;
            request = !requested && !writing && submitted - written >= chunks.length / 2;
            requested |= request;
        }
        if (request && !hasThread()) noThread();
        return true;
    }

    /** Called without the lock, because the pool can start a thread. */
    private boolean hasThread() {
        try {
            return threads.test(this);
        } catch (RuntimeException | Error e) {
            // The chunk is submitted. The owner writes it if no thread does.
            return false;
        }
    }

    private synchronized void noThread() {
        requested = false;
    }

    /** Returns whether the owner could submit a chunk now. */
    private synchronized boolean hasFree() {
        return submitted - taken < chunks.length - 1;
    }

    /**
     * Waits until at most half of the ring is pending if no buffer can be submitted. The owner then takes what was written.
     * If no thread writes, the owner does.
     *
     * @return nanoseconds that the owner has waited for another thread
     */
    public long awaitFree() {
        return hasFree() ? 0 : await(chunks.length / 2);
    }

    /**
     * Waits until all submitted chunks are written or one has failed. If no thread writes, the owner does.
     *
     * @return nanoseconds that the owner has waited for another thread
     */
    public long awaitAll() {
        return await(0);
    }

    private long await(int pending) {
        long waitedNanos = 0;
        // A thread can leave the ring before it has written everything: another one was to follow, and has not begun.
        while (!isDone(pending)) {
            if (begin()) {
                while (writeOne(pending)) {
                    // until this thread loses the role
                }
            } else {
                long startNanos = System.nanoTime();
                awaitUntil(() -> !writing || isDone(pending));
                waitedNanos += System.nanoTime() - startNanos;
            }
        }
        return waitedNanos;
    }

    private synchronized boolean isDone(int pending) {
        return stopped || failure != null || submitted - written <= pending;
    }

    private synchronized void awaitUntil(BooleanSupplier done) {
        boolean interrupted = false;
        while (!done.getAsBoolean()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    /**
     * Takes the oldest chunk that is written and not taken. Its buffer becomes free.
     *
     * @return its bytes in the file; -1 if there is none
     */
    public synchronized int takeWritten() {
        if (taken == written) return -1;
        return writtenBytes[index(taken++)];
    }

    /** Returns the number of chunks that are submitted and not taken. */
    public synchronized int untaken() {
        return (int) (submitted - taken);
    }

    /** Returns why a chunk could not be written; null if none has failed. */
    public synchronized @Nullable Throwable failure() {
        return failure;
    }

    /** Waits until no thread uses a buffer or the output. Pending chunks are discarded, and written ones can be taken. */
    public synchronized void stop() {
        stopped = true;
        awaitUntil(() -> !writing);
    }

    /** Writes the pending chunks. Runs on the other thread. */
    @Override
    public void run() {
        // Allocated before this thread gets the role, because a thread that fails with the role would keep it.
        Part part = new Part();
        if (!beginRequested()) return;
        while (part.continues) {
            try {
                parts.accept(part);
            } catch (Throwable e) {
                // The cost could not be charged. The owner writes the pending chunks, or requests a thread again.
                if (part.continues) leave();
                return;
            }
        }
    }

    /** A part of the work of the other thread: at most as many chunks as the ring has. */
    private final class Part implements IntSupplier {
        /** Whether this thread is still the writing thread. */
        private boolean continues = true;

        /** @return the number of chunks that this thread has written */
        @Override
        public int getAsInt() {
            int count = 0;
            while (count < chunks.length && continues) {
                continues = writeOne(0);
                if (continues) count++;
            }
            return count;
        }
    }

    private synchronized boolean beginRequested() {
        requested = false;
        return begin();
    }

    private synchronized boolean begin() {
        if (writing || stopped || failure != null) return false;
        writing = true;
        return true;
    }

    /**
     * Writes one chunk if more than that many are pending.
     *
     * @return false if the caller has lost the role of the writing thread, because it has written enough or a chunk has failed
     */
    private boolean writeOne(int pending) {
        try {
            ByteBuffer chunk = next(pending);
            if (chunk == null) return false;
            chunk.clear();
            written(output.write(chunk));
            return true;
        } catch (Throwable e) {
            failed(e);
            return false;
        }
    }

    /** @return null if the caller is no longer the writing thread */
    private synchronized @Nullable ByteBuffer next(int pending) {
        if (!stopped && submitted - written > pending) return chunks[index(written)];
        leave();
        return null;
    }

    /** Called by the writing thread. */
    private synchronized void leave() {
        writing = false;
        notifyAll();
    }

    private synchronized void written(int bytes) {
        writtenBytes[index(written)] = bytes;
        written++;
        notifyAll();
    }

    private synchronized void failed(Throwable cause) {
        failure = cause;
        leave();
    }

    private int index(long number) {
        return (int) (number % chunks.length);
    }
}
