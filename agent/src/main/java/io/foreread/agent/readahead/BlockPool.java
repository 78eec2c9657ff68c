package io.foreread.agent.readahead;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Direct memory for the open scans, within one budget for the process. Thread-safe; asked when a scan makes its first
 * read, once more if it goes ahead, and when it closes.
 *
 * <p>Memory that comes back is kept for the next scan and never freed explicitly: a reader that is closed while another
 * thread still reads from it must not meet unmapped memory. What is let go of (when sizes change or read-ahead is
 * switched off) is the garbage collector's.
 */
public final class BlockPool {
    private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();
    private long budgetBytes;
    private long idleBytes;
    private long lentBytes;
    private long lentBlocks;
    private int expected;

    public BlockPool(long budgetBytes) {
        this.budgetBytes = budgetBytes;
    }

    /**
     * @return a direct buffer of exactly this capacity, cleared; give it back with {@link #release}
     * @throws BlockRefused if the budget is spent or the JVM has no direct memory to spare
     */
    public synchronized ByteBuffer acquire(int bytes) throws BlockRefused {
        ByteBuffer block = takeIdle(bytes);
        if (block == null) {
            if (lentBytes + bytes > budgetBytes) throw new BlockRefused(BlockRefused.Reason.BUDGET_SPENT);
            // Idle memory of another size counts too: let go of it rather than refuse, and of no more than that takes.
            // Until garbage is next collected it comes on top of the budget.
            while (lentBytes + idleBytes + bytes > budgetBytes)
                idleBytes -= idle.removeLast().capacity();
            block = DirectMemory.tryAllocate(bytes);
            if (block == null) throw new BlockRefused(BlockRefused.Reason.DIRECT_MEMORY);
        }
        lentBytes += bytes;
        lentBlocks++;
        block.clear();
        return block;
    }

    /** A scan of everything that has yet to make its first read, as all of a compaction's have when it begins. */
    public synchronized void expect() {
        expected++;
    }

    /** One of them asks for its memory, or is closed without. */
    public synchronized void expectNoMore() {
        expected--;
    }

    /** What each of the scans that are expected may take so that all of them find something. */
    public synchronized long shareBytes() {
        return Math.max(0, budgetBytes - lentBytes) / Math.max(1, expected);
    }

    /**
     * For what a scan can do without: leaves half of the budget to scans that have nothing yet.
     *
     * @throws BlockRefused as {@link #acquire}
     */
    public synchronized ByteBuffer acquireSpare(int bytes) throws BlockRefused {
        if (lentBytes + bytes > budgetBytes / 2) throw new BlockRefused(BlockRefused.Reason.BUDGET_SPENT);
        return acquire(bytes);
    }

    /** Takes back what {@link #acquire} gave, once. */
    public synchronized void release(ByteBuffer block) {
        lentBytes -= block.capacity();
        lentBlocks--;
        if (lentBytes + idleBytes + block.capacity() > budgetBytes) return;
        idle.push(block);
        idleBytes += block.capacity();
    }

    private ByteBuffer takeIdle(int bytes) {
        for (Iterator<ByteBuffer> blocks = idle.iterator(); blocks.hasNext(); ) {
            ByteBuffer block = blocks.next();
            if (block.capacity() == bytes) {
                blocks.remove();
                idleBytes -= bytes;
                return block;
            }
        }
        return null;
    }

    /** Lets go of everything that no scan holds. */
    public synchronized void dropIdle() {
        idle.clear();
        idleBytes = 0;
    }

    /** Open scans keep what they have; new ones obey. */
    public synchronized void budgetBytes(long budgetBytes) {
        this.budgetBytes = budgetBytes;
        if (lentBytes + idleBytes > budgetBytes) dropIdle();
    }

    public synchronized long budgetBytes() {
        return budgetBytes;
    }

    public synchronized long lentBytes() {
        return lentBytes;
    }

    public synchronized long lentBlocks() {
        return lentBlocks;
    }

    public synchronized long idleBytes() {
        return idleBytes;
    }
}
