package io.foreread.agent.writer;

import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.OpenScans;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.OpenWriter;
import io.foreread.exporter.recorder.Recorders;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.compress.ICompressor;
import org.apache.cassandra.io.util.SequentialWriter;
import org.jspecify.annotations.Nullable;

/**
 * Makes one writer of a compressed Data.db compress ahead. Used by the thread that writes. A flush of a memtable is committed or
 * aborted by another thread, and an abort does not wait for the thread that writes. Therefore thread-safe.
 *
 * <pre>
 *          memory, and enough to gain             every chunk is written
 *   STOCK ----------------------------&gt; AHEAD ------------------------------&gt; RETIRED
 *     ^                                  |  |     last chunk, mark, truncate,
 *     |   no spare core, switched off,   |  |     prepare
 *     |   too many writers of the thread |  |
 *     +----------------------------------+  | a write fails
 *                                           v
 *                                         FAILED        from any state: cancel --&gt; CLOSED
 * </pre>
 *
 * <ul>
 *   <li>STOCK: Cassandra's code compresses and writes each chunk, with the writer's own buffer.
 *   <li>AHEAD: the buffer of the writer is one of the ring. Full chunks go to the ring. The fields of the writer describe the
 *       chunks that were taken from the ring. {@code drain} brings them to the state that they would have in STOCK.
 *   <li>RETIRED: as STOCK, for good.
 *   <li>FAILED: a chunk could not be written, or the file is incomplete. Each call that could lead to a commit throws.
 * </ul>
 *
 * <p>The picture omits that STOCK becomes RETIRED at the last chunk, mark, truncate and prepare, and if compressing ahead cannot
 * begin. RETIRED becomes FAILED if the file is incomplete before the commit.
 *
 * <p>Every way out of AHEAD waits until no other thread uses the memory, gives the writer its own buffer back, and then releases
 * the memory. Cassandra therefore frees no memory that is in use, and no memory of the pool. Memory to which the thread that writes
 * can still write is not used again until this thread has begun with another writer, or has ended.
 *
 * <p>The post-flush listener of the writer runs in {@code flush} only, as without compressing ahead. It can open the sstable
 * early, which drains this writer. A drain never calls the listener: a listener of another writer can cause the drain, and must
 * not be called again from within its own call.
 */
final class CompressedWriter implements OpenWriter {
    private enum State {
        STOCK,
        AHEAD,
        RETIRED,
        FAILED,
        CLOSED
    }

    private final String path;
    private final AheadChoice choice;

    private State state = State.STOCK;
    /** Not null in AHEAD. */
    private @Nullable WriterRun run;
    /** Not null in AHEAD. */
    private ThreadWriters.@Nullable Running running;
    /** Not null in FAILED. */
    private @Nullable Throwable failure;

    private boolean failureThrown;
    /** The thread that has flushed the last chunk. */
    private @Nullable Thread user;
    /**
     * Not null from the first attempt to enter AHEAD until the commit is prepared or cancelled. A detach waits for it, because
     * the checks before the commit need the woven code.
     */
    private OpenScans.@Nullable Registration registration;

    /** Whether chunks were taken from the ring since the last call of the listener. */
    private boolean listenerDue;

    private CompressedWriter(String path, AheadChoice choice) {
        this.path = path;
        this.choice = choice;
    }

    /**
     * @param committedElsewhere whether another thread commits the writer than the one that writes
     * @return null if the chunks of the writer are too large, or the writer is aborted
     */
    static @Nullable CompressedWriter of(CompressedSequentialWriter writer, boolean committedElsewhere) {
        ByteBuffer buffer = WriterFields.buffer(writer);
        // Another thread has aborted the writer. Cassandra's code fails as without the agent.
        if (buffer == null) return null;
        ICompressor compressor = WriterFields.compressor(writer);
        int chunkBytes = buffer.capacity();
        int compressedBytes = compressor.initialCompressedBufferLength(chunkBytes);
        return WriterMemory.suits(chunkBytes, compressedBytes)
                ? new CompressedWriter(
                        writer.getPath(), new AheadChoice(chunkBytes, compressedBytes, committedElsewhere))
                : null;
    }

    @Override
    public synchronized boolean flush(CompressedSequentialWriter writer) {
        user = Thread.currentThread();
        if (state == State.FAILED) throw failed();
        if (WriterFields.buffer(writer).hasRemaining()) {
            // The last chunk. Cassandra's code writes it.
            retire(writer);
            return false;
        }
        if (state == State.STOCK && choice.mayBegin()) begin(writer);
        if (state == State.AHEAD && !choice.mayContinue()) leave(writer, State.STOCK);
        if (state == State.AHEAD && submit(writer)) return true;
        choice.share.begin();
        return false;
    }

    @Override
    public synchronized void flushed() {
        choice.share.end();
    }

    private void begin(CompressedSequentialWriter writer) {
        try {
            OpenScans scans = ReadAhead.instance().openScans();
            if (!scans.beginOpening()) return;
            try {
                if (registration == null) registration = scans.register(writer, path);
                running = ThreadWriters.add(this, writer);
                // The last step, because it replaces the buffer of the writer.
                run = WriterRun.begin(writer, choice.chunkBytes, choice.compressedBytes);
            } finally {
                if (run == null) notRunning();
                scans.endOpening();
            }
        } catch (BlockUnavailableException e) {
            choice.refused();
            return;
        } catch (IOException | RuntimeException | LinkageError | OutOfMemoryError e) {
            // The writer has its own buffer, and goes on as without the agent.
            ProbeFailures.count(e);
            state = State.RETIRED;
            return;
        }
        state = State.AHEAD;
        choice.begun();
        ThreadWriters.Running idle = ThreadWriters.tooMany();
        if (idle != null) idle.leave();
    }

    private void notRunning() {
        if (running != null) ThreadWriters.remove(running);
        running = null;
    }

    /** Called by the thread of this writer when it has begun with another one. This writer can begin again. */
    synchronized void leaveIdle(SequentialWriter writer) {
        leave(writer, State.STOCK);
    }

    /** @return false if the listener has ended the run */
    private boolean submit(CompressedSequentialWriter writer) {
        WriterRun current = run;
        if (current == null) return false;
        Recorders.WRITES.waited(current.ring.awaitFree());
        takeWritten(writer, current);
        if (listenerDue) {
            listenerDue = false;
            WriterFields.runPostFlush(writer);
            if (run == null) return false;
        }
        if (!current.submit(writer)) throw fail(writer, current);
        return true;
    }

    /** Does for each written chunk what Cassandra's code does after a write, except for the call of the listener. */
    private void takeWritten(CompressedSequentialWriter writer, WriterRun current) {
        for (int bytes = current.ring.takeWritten(); bytes >= 0; bytes = current.ring.takeWritten()) {
            WriterFields.addChunk(writer, choice.chunkBytes, bytes);
            listenerDue = true;
        }
    }

    @Override
    public synchronized void drain(SequentialWriter writer) {
        if (state == State.FAILED) throw failed();
        WriterRun current = run;
        if (current == null) return;
        Recorders.WRITES.waited(current.ring.awaitAll());
        takeWritten((CompressedSequentialWriter) writer, current);
        if (current.ring.failure() != null) throw fail(writer, current);
    }

    @Override
    public synchronized void retire(SequentialWriter writer) {
        leave(writer, State.RETIRED);
    }

    private void leave(SequentialWriter writer, State next) {
        drain(writer);
        end(writer);
        if (state == State.AHEAD || state == State.STOCK) state = next;
        choice.share.restart();
    }

    /** Waits until no thread uses the ring, and gives the writer its own buffer back. */
    private void end(SequentialWriter writer) {
        WriterRun ended = run;
        if (ended == null) return;
        notRunning();
        ended.end(writer);
        run = null;
    }

    /** Like {@link #end}, while the thread that writes can still write to its buffer. */
    private void abandon(SequentialWriter writer) {
        WriterRun ended = run;
        Thread writing = user;
        if (ended == null || writing == null) return;
        notRunning();
        ended.abandon(writer, writing);
        run = null;
    }

    /** @return never; the type is for the caller's {@code throw} */
    private RuntimeException fail(SequentialWriter writer, WriterRun failing) {
        state = State.FAILED;
        end(writer);
        // Read last, because an older chunk can fail until no thread writes.
        failure = failing.ring.failure();
        return failed();
    }

    private RuntimeException failed() {
        boolean again = failureThrown;
        failureThrown = true;
        throw WriterFailures.rethrow(failure, path, again);
    }

    @Override
    public synchronized long onDiskBytes(CompressedSequentialWriter writer, long onDiskBytes, long limitBytes) {
        WriterRun current = run;
        int untaken = current == null ? 0 : current.ring.untaken();
        if (untaken == 0) return onDiskBytes;
        long maxBytes = untaken
                * (long) (Math.max(choice.chunkBytes, choice.compressedBytes) + ChunkCompression.CHECKSUM_BYTES);
        if (onDiskBytes + maxBytes <= limitBytes && AttachedWriters.limitsAreKnown()) return onDiskBytes;
        drain(writer);
        return WriterFields.chunkOffset(writer);
    }

    @Override
    public synchronized void prepare(SequentialWriter writer) {
        retire(writer);
        if (registration == null) return;
        check((CompressedSequentialWriter) writer);
        registration.close();
        registration = null;
    }

    private void check(CompressedSequentialWriter writer) {
        failure = WriterFailures.incomplete(writer);
        if (failure == null) return;
        state = State.FAILED;
        throw failed();
    }

    @Override
    public boolean finishesOnClose(SequentialWriter writer) {
        return WriterFields.finishesOnClose(writer);
    }

    @Override
    public synchronized void cancel(SequentialWriter writer) {
        state = State.CLOSED;
        // Afterwards Cassandra frees its memory, whatever happens here.
        try {
            WriterRun aborted = run;
            if (user == Thread.currentThread()) end(writer);
            else abandon(writer);
            if (aborted != null) WriterFailures.logUnreported(aborted.ring.failure(), path);
        } catch (RuntimeException | Error e) {
            ProbeFailures.count(e);
        }
        if (registration != null) registration.close();
        registration = null;
        user = null;
    }
}
