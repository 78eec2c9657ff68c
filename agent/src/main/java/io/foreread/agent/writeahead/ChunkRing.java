package io.foreread.agent.writeahead;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compresses full chunks and writes them on another thread, in the order in which they were filled, while the owner fills the
 * next ones. {@link RingState} shows the states of a chunk.
 *
 * <ul>
 *   <li>One thread at a time has the role of the writing thread. It writes the oldest pending chunk, and then the next one.
 *       Therefore chunks are written in order, and none is written twice.
 *   <li>At most {@code size - 1} chunks are submitted and not taken, so that the owner always has a buffer to fill.
 *   <li>A thread is requested when half of the ring is pending, so that it is woken once for several chunks. There is no
 *       queue: if no thread has begun when the owner has to wait, the owner writes the chunks itself.
 *   <li>An owner that would have to wait compresses the newest pending chunk. With Zstd, compression takes longer than all other
 *       work of a compaction, so that one thread for it would be the limit. The newest chunk is the one that the writing thread
 *       needs last, and it is in the caches of the owner's core. If the owner waits for a free buffer only, it leaves the older
 *       half of the ring to the writing thread. Otherwise a thread that begins late would find every chunk compressed, end at
 *       once, and begin late again.
 *   <li>A failure is final. The ring writes nothing after it, because the file can end with a part of a chunk.
 *   <li>{@link #stop} returns when no thread uses a buffer. A thread that begins later touches nothing.
 * </ul>
 *
 * <p>Only the owner calls the public methods, except {@link #run}. The owner can be another thread for each call if the
 * calls happen one after another.
 */
public final class ChunkRing implements Runnable {
    private final ByteBuffer[] chunks;
    private final ChunkOutput output;
    private final Predicate<Runnable> threads;
    private final Consumer<IntSupplier> parts;
    private final RingState state;

    /**
     * @param chunks at least three buffers of equal capacity: with two, none would be free while half of the ring is pending.
     *     The caller owns their memory, and must not release it before {@link #stop} has returned
     * @param threads runs a task on another thread, or returns false
     * @param parts runs a part of the work on this other thread, to charge its cost. The part returns the number of its chunks,
     *     at most as many as the ring has, and throws nothing. If {@code parts} throws, the thread leaves the ring
     */
    public ChunkRing(
            ByteBuffer[] chunks, ChunkOutput output, Predicate<Runnable> threads, Consumer<IntSupplier> parts) {
        if (chunks.length < 3) throw new IllegalArgumentException("a ring of " + chunks.length + " buffers");
        this.chunks = chunks;
        this.output = output;
        this.threads = threads;
        this.parts = parts;
        this.state = new RingState(chunks.length);
    }

    /** Returns the buffer that the owner fills. It stays the same until {@link #submit}. */
    public ByteBuffer filling() {
        return chunks[state.filling()];
    }

    /**
     * Submits the buffer that the owner has filled up to its capacity. The owner must not use it any more.
     *
     * @return false if a chunk has failed; then nothing was submitted
     * @throws IllegalStateException if no other buffer is free, because {@link #awaitFree} was not called, or if the ring was
     *     stopped
     */
    public boolean submit() {
        if (!state.submit()) return false;
        if (state.requestsThread() && !hasThread()) state.requestRefused();
        return true;
    }

    /** Called without a lock, because the pool can start a thread. */
    private boolean hasThread() {
        try {
            return threads.test(this);
        } catch (RuntimeException | Error e) {
            // The chunk is submitted. The owner writes it if no thread does.
            return false;
        }
    }

    /**
     * Waits until a buffer is free once the owner has taken what was written. Until then the owner compresses the newer half of
     * the ring. If that is compressed and no buffer is free, it waits until at most half of the ring is pending, so that it is
     * woken once for several chunks. If no thread writes, the owner does.
     *
     * @return nanoseconds that the owner has waited for another thread
     */
    public long awaitFree() {
        return await(chunks.length - 2, chunks.length / 2);
    }

    /**
     * Waits until all submitted chunks are written or one has failed. Until then the owner compresses. If no thread writes, the
     * owner does.
     *
     * @return nanoseconds that the owner has waited for another thread
     */
    public long awaitAll() {
        return await(0, 0);
    }

    /**
     * @param enough the number of pending chunks with which the owner can go on
     * @param few the number of pending chunks until which the owner writes, or waits for the thread that writes
     */
    private long await(int enough, int few) {
        long waitedNanos = 0;
        // A thread can leave the ring before it has written everything: another one was to follow, and has not begun.
        while (!state.isDone(enough)) {
            if (compressNewest(Math.max(1, few))) continue;
            if (state.begin()) {
                writeUntil(few);
            } else {
                long startNanos = System.nanoTime();
                state.awaitDone(few);
                waitedNanos += System.nanoTime() - startNanos;
            }
        }
        return waitedNanos;
    }

    /** Called by the writing thread. Writes until this many chunks are pending or one has failed. */
    private void writeUntil(int pending) {
        try {
            while (writeOne(pending)) {
                // until this thread loses the role
            }
        } catch (Throwable e) {
            // The stack was too small for the call. A thread that kept the role would block all others.
            state.failed(e);
            throw e;
        }
    }

    /** @return false if there is nothing to compress except for the oldest chunks */
    private boolean compressNewest(int left) {
        int index = state.claimNewest(left);
        if (index == RingState.NONE) return false;
        try {
            chunks[index].clear();
            state.compressed(index, output.compress(chunks[index]));
        } catch (Throwable e) {
            state.compressionFailed(index, e);
        }
        return true;
    }

    /**
     * Takes the oldest chunk that is written and not taken. Its buffer becomes free.
     *
     * @return its bytes in the file; -1 if there is none
     */
    public int takeWritten() {
        return state.takeWritten();
    }

    /** Returns the number of chunks that are submitted and not taken. */
    public int untaken() {
        return state.untaken();
    }

    /** Returns why a chunk could not be written; null if none has failed. */
    public @Nullable Throwable failure() {
        return state.failure();
    }

    /** Waits until no thread uses a buffer or the output. Pending chunks are discarded, and written ones can be taken. */
    public void stop() {
        state.stop();
    }

    /** Writes the pending chunks. Runs on the other thread. */
    @Override
    public void run() {
        // Allocated before this thread gets the role, because a thread that fails with the role would keep it.
        Part part = new Part();
        if (!state.beginRequested()) return;
        while (part.continues) {
            try {
                parts.accept(part);
            } catch (Throwable e) {
                // The cost could not be charged. The owner writes the pending chunks, or requests a thread again.
                if (part.continues) state.leave();
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

    /**
     * Writes one chunk if more than that many are pending.
     *
     * @return false if the caller has lost the role of the writing thread, because it has written enough or a chunk has failed
     */
    private boolean writeOne(int pending) {
        try {
            int index = state.next(pending);
            if (index == RingState.NONE) return false;
            ByteBuffer chunk = chunks[index];
            long compressionNanos = state.compressionNanos(index);
            if (compressionNanos == ChunkOutput.NOT_COMPRESSED) chunk.clear();
            state.written(output.write(chunk, compressionNanos));
            return true;
        } catch (Throwable e) {
            state.failed(e);
            return false;
        }
    }
}
