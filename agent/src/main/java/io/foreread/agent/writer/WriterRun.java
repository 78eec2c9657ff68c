package io.foreread.agent.writer;

import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.readahead.AheadThreads;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.writeahead.ChunkRing;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ThreadRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;
import org.apache.cassandra.io.compress.CompressedSequentialWriter;
import org.apache.cassandra.io.util.SequentialWriter;

/**
 * The ring, the memory and the own buffer of a writer while it compresses ahead. Owned by {@link CompressedWriter}.
 *
 * <p>The buffer of the writer is replaced by those of the ring. {@code position()} of the writer stays right, because the
 * position of the new buffer is that of the old one.
 */
final class WriterRun {
    final ChunkRing ring;
    private final WriterMemory memory;
    private final ByteBuffer own;

    private WriterRun(ChunkRing ring, WriterMemory memory, ByteBuffer own) {
        this.ring = ring;
        this.memory = memory;
        this.own = own;
    }

    /**
     * Moves the content of the writer's buffer, which is full, to the ring. If this throws, nothing has changed.
     *
     * @throws IOException if the file does not end where the next chunk belongs
     */
    static WriterRun begin(CompressedSequentialWriter writer, int chunkBytes, int compressedBytes)
            throws BlockUnavailableException, IOException {
        ByteBuffer own = WriterFields.buffer(writer);
        long endOffset = WriterFields.channel(writer).position();
        if (endOffset != WriterFields.chunkOffset(writer))
            throw new IOException("the file ends at " + endOffset + " and not at " + WriterFields.chunkOffset(writer));
        WriterMemory memory = WriterMemory.allocate(ReadAhead.instance().pool(), chunkBytes, compressedBytes);
        try {
            ChunkCompression output = new ChunkCompression(writer, chunkBytes, memory);
            ThreadRecord.Task task = ThreadRecord.current().task();
            ChunkRing ring = new ChunkRing(memory.chunks(), output, AheadThreads::run, part -> charge(part, task));
            WriterRun run = new WriterRun(ring, memory, own);
            move(own, ring.filling());
            // The last step, because nothing may fail after it.
            WriterFields.buffer(writer, ring.filling());
            return run;
        } catch (RuntimeException | Error e) {
            memory.release();
            throw e;
        }
    }

    /** Runs on another thread. A failure to charge the cost is no failure of the writer. */
    private static void charge(IntSupplier part, ThreadRecord.Task task) {
        try {
            ThreadRecord.current().during(task, () -> Recorders.WRITES.ahead(part.getAsInt()));
        } catch (RuntimeException | Error e) {
            ProbeFailures.count(e);
            throw e;
        }
    }

    /** Copies what is before the position of a buffer into another one, whose position becomes the same. */
    private static void move(ByteBuffer from, ByteBuffer to) {
        ByteBuffer filled = from.duplicate();
        filled.flip();
        to.clear();
        to.order(from.order());
        to.put(filled);
    }

    /**
     * Submits the writer's buffer, which is full, and replaces it by the next one.
     *
     * @return false if a chunk has failed; then the buffer is the same
     */
    boolean submit(CompressedSequentialWriter writer) {
        ByteBuffer full = WriterFields.buffer(writer);
        if (!ring.submit()) return false;
        ByteBuffer next = ring.filling();
        next.clear();
        next.order(full.order());
        next.position(next.capacity());
        WriterFields.buffer(writer, next);
        return true;
    }

    /** Waits until no thread uses the ring, gives the writer its own buffer back, and releases the memory. */
    void end(SequentialWriter writer) {
        ring.stop();
        ByteBuffer filling = WriterFields.buffer(writer);
        // Without a duplicate, because nothing may fail here. The buffers of the ring are not used again.
        filling.flip();
        own.clear();
        own.order(filling.order());
        own.put(filling);
        WriterFields.buffer(writer, own);
        memory.release();
    }

    /**
     * Like {@link #end}, for a writer whose content is discarded while another thread can still write to the buffer of the ring.
     *
     * @param writing the other thread
     */
    void abandon(SequentialWriter writer, Thread writing) {
        ring.stop();
        own.clear();
        WriterFields.buffer(writer, own);
        AbandonedMemory.add(writing, memory);
    }
}
