package io.foreread.agent.writer;

import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.writeahead.WriteShare;
import io.foreread.exporter.recorder.Recorders;

/** Decides when a writer begins to compress ahead, and how long it goes on. Used with the lock of its {@link CompressedWriter}. */
final class AheadChoice {
    /** A writer without memory tries again after this number of chunks. */
    private static final int CHUNKS_UNTIL_RETRY = 32;
    /** How often a writer checks whether it may go on. */
    private static final int CHUNKS_PER_CHECK = WriterMemory.BUFFERS;

    final WriteShare share = new WriteShare();
    final int chunkBytes;
    final int compressedBytes;
    /** Whether another thread commits the writer than the one that writes. */
    private final boolean committedElsewhere;

    /**
     * Not before the second chunk. The first one can be flushed by a call that began before the agent was attached, and whose
     * remaining code does not drain.
     */
    private int chunksUntilTry = 1;

    private int chunksUntilCheck;
    private boolean refusalCounted;

    AheadChoice(int chunkBytes, int compressedBytes, boolean committedElsewhere) {
        this.chunkBytes = chunkBytes;
        this.compressedBytes = compressedBytes;
        this.committedElsewhere = committedElsewhere;
    }

    /** Called for each chunk of a writer that does not compress ahead. */
    boolean mayBegin() {
        if (chunksUntilTry > 0) {
            chunksUntilTry--;
            return false;
        }
        ReadAhead readAhead = ReadAhead.instance();
        if (!AttachedWriters.hooksAreOn() || !readAhead.wantsToCompressAhead(share.isLarge())) return false;
        // The oldest writer of this thread cannot make room, because another thread can be committing it.
        if (committedElsewhere && ThreadWriters.areMany()) return false;
        if (!WriterMemory.isAllowed(readAhead.pool(), chunkBytes, compressedBytes)) {
            refused();
            return false;
        }
        // Last, because a writer that gets a spare core counts as using it.
        return readAhead.compressesAhead(share.isLarge());
    }

    /** Called if there was no memory for a writer that may begin. */
    void refused() {
        if (!refusalCounted) Recorders.WRITES.refused();
        refusalCounted = true;
        chunksUntilTry = CHUNKS_UNTIL_RETRY;
    }

    void begun() {
        chunksUntilCheck = CHUNKS_PER_CHECK;
    }

    /** Called for each chunk of a writer that compresses ahead. */
    boolean mayContinue() {
        if (--chunksUntilCheck > 0) return true;
        chunksUntilCheck = CHUNKS_PER_CHECK;
        // The share is not measured while another thread writes, so it counts as large.
        return AttachedWriters.hooksAreOn() && ReadAhead.instance().compressesAhead(true);
    }
}
