package io.foreread.agent.readahead;

import java.nio.ByteBuffer;

/**
 * Returns small consecutive ranges of a file from few large reads.
 *
 * <p>Not thread-safe: one instance per scan, used by the thread that scans. It owns no memory; its creator releases the
 * memory when the scan is closed.
 *
 * <p>A fill starts where the requested range starts. If the range begins before the end of the previous fill and ends
 * after it, the fill starts at that end, and the head of the range is moved in front of the block. A range is therefore
 * always contiguous in memory and can be decompressed without a copy, a fill can read a full block, and a sequential scan reads
 * no byte twice:
 *
 * <pre>
 *            |&lt;--- tail room ---&gt;|&lt;----------------- block -----------------&gt;|
 *   fill n   |                   |  range  |  range  |  range  | ran          |
 *   fill n+1 |               ran | ge |  range  |  range  |  range  |  range  |
 *                            ^ the range that straddles both fills
 * </pre>
 */
public final class ReadAheadBuffer {
    private static final long NOTHING = -1;

    private final PositionalRead file;
    private final long endOffset;
    private final int tailRoomBytes;
    private final int alignmentBytes;
    private final FillSize fillSize;

    private int blockBytes;
    /** Fills end at this file offset, unless the requested range ends after it. */
    private long fillLimit = Long.MAX_VALUE;

    /** Three views of the same memory, so that a read allocates nothing. */
    private ByteBuffer target;

    private ByteBuffer source;
    private ByteBuffer view;

    /**
     * The memory contains file bytes [heldOffset, heldOffset + heldBytes) from index heldIndex on. NOTHING if it
     * contains none.
     */
    private long heldOffset = NOTHING;

    private int heldIndex;
    private int heldBytes;
    /** The file offset after the last requested range. */
    private long servedEnd;

    private boolean straddled;

    /**
     * @param file the file to read
     * @param endOffset bytes at or beyond this file offset are not returned, and are read only to align the end of
     *     a read
     * @param memory at least {@code tailRoomBytes + blockBytes}; used from index 0, independent of its position
     * @param tailRoomBytes the longest range that can be requested. The range and its padding for alignment must
     *     fit into a block
     * @param blockBytes bytes of a full fill
     * @param alignmentBytes a power of two that divides the other sizes. Reads begin and end at multiples of it, in
     *     the file and in the memory, except those that follow a short read
     */
    public ReadAheadBuffer(
            PositionalRead file,
            long endOffset,
            ByteBuffer memory,
            int tailRoomBytes,
            int blockBytes,
            int alignmentBytes,
            FillSize fillSize) {
        this.file = file;
        this.endOffset = endOffset;
        this.tailRoomBytes = tailRoomBytes;
        this.alignmentBytes = alignmentBytes;
        this.fillSize = fillSize;
        use(memory, blockBytes);
    }

    private void use(ByteBuffer memory, int blockBytes) {
        if (memory.capacity() < tailRoomBytes + blockBytes)
            throw new IllegalArgumentException("memory of " + memory.capacity() + " bytes cannot hold a tail of "
                    + tailRoomBytes + " and a block of " + blockBytes);
        this.blockBytes = blockBytes;
        this.target = memory.duplicate();
        this.source = memory.duplicate();
        this.view = memory.duplicate();
    }

    /**
     * Replaces the memory, and copies the bytes after the last requested range to the new memory. The caller can then
     * release the previous memory.
     *
     * @param memory as for the constructor
     * @param blockBytes at least as many as before
     */
    public void moveTo(ByteBuffer memory, int blockBytes) {
        ByteBuffer rest = source;
        long restOffset = Math.max(heldOffset, Math.min(servedEnd, heldOffset + heldBytes));
        rest.clear();
        rest.limit(heldIndex + heldBytes).position(heldIndex + (int) (restOffset - heldOffset));
        use(memory, blockBytes);
        heldOffset = restOffset;
        heldIndex = tailRoomBytes;
        heldBytes = rest.remaining();
        target.clear();
        target.position(heldIndex);
        target.put(rest);
    }

    /** Sets the file offset at which fills end, unless the requested range ends after it. */
    public void fillLimit(long offset) {
        fillLimit = offset;
    }

    /**
     * Returns the bytes of the file from an offset on.
     *
     * @param lengthBytes at most the tail room
     * @return a view, valid until the next call, whose remaining bytes are the range; fewer than requested if the
     *     file or {@code endOffset} ends before
     */
    public ByteBuffer read(long offset, int lengthBytes) {
        if (lengthBytes > tailRoomBytes)
            throw new IllegalArgumentException("range of " + lengthBytes + " bytes, room for " + tailRoomBytes);
        straddled = false;
        servedEnd = offset + lengthBytes;
        if (offset < heldOffset || offset + lengthBytes > heldOffset + heldBytes)
            fill(offset, lengthBytes, lengthBytes);
        int index = heldIndex + (int) (offset - heldOffset);
        view.clear();
        // If the file is too short, the bytes in memory can end before the range begins.
        view.limit(Math.max(index, Math.min(index + lengthBytes, heldIndex + heldBytes)));
        view.position(index);
        return view;
    }

    /**
     * Returns all bytes in memory, after a fill if the byte at this offset is not one of them. Only for a buffer without
     * tail room: a caller that uses the bytes as they are needs no contiguous ranges.
     *
     * @param rangeBytes the smallest fill, at most a block
     * @param startBytes a power of two, at most the range. A fill that does not continue the previous one starts at a multiple
     *     of it
     * @return a view, valid until the next call, from the byte at {@link #blockOffset} to the end of the fill. The byte at
     *     {@code offset} is not in it if the file or {@code endOffset} ends before
     */
    public ByteBuffer readBlock(long offset, int rangeBytes, int startBytes) {
        if (tailRoomBytes > 0) throw new IllegalStateException("a block begins behind the tail room");
        long heldEnd = heldOffset + heldBytes;
        if (offset < heldOffset || offset >= heldEnd) {
            long start = offset & -(long) startBytes;
            // Bytes that are held are not read again.
            if (offset >= heldEnd) start = Math.max(start, heldEnd);
            fill(start, rangeBytes, (int) (offset - start) + 1);
        }
        servedEnd = heldOffset + heldBytes;
        view.clear();
        view.limit(heldBytes);
        return view;
    }

    /** The file offset of the first byte that {@link #readBlock} has returned. */
    public long blockOffset() {
        return heldOffset;
    }

    /** Returns whether the last requested range was in two fills. */
    public boolean straddled() {
        return straddled;
    }

    /**
     * @param lengthBytes the smallest size of the fill
     * @param requiredBytes the bytes without which the fill fails
     */
    private void fill(long offset, int lengthBytes, int requiredBytes) {
        long heldEnd = heldOffset + heldBytes;
        boolean continues = heldOffset != NOTHING && offset >= heldOffset && offset <= heldEnd;
        int tailBytes = continues ? (int) (heldEnd - offset) : 0;
        int tailIndex = tailRoomBytes - tailBytes;

        if (tailBytes > 0) {
            source.clear();
            source.position(heldIndex + heldBytes - tailBytes).limit(heldIndex + heldBytes);
            target.clear();
            target.position(tailIndex);
            target.put(source);
        }
        // The memory counts as empty until the read has succeeded, because a failed read can leave part of a fill.
        heldOffset = NOTHING;
        heldBytes = 0;

        // The end of the previous fill is aligned already, unless its read was short.
        int leadBytes = continues ? 0 : (int) (offset & (alignmentBytes - 1));
        long startOffset = offset + tailBytes - leadBytes;
        int missingBytes = leadBytes + lengthBytes - tailBytes;
        int neededBytes = leadBytes + requiredBytes - tailBytes;
        long limitedBytes = Math.min(fillSize.next(continues, lengthBytes, blockBytes), fillLimit - startOffset);
        long wantedBytes = Math.min(blockBytes, Math.max(missingBytes, limitedBytes));
        long fillBytes = Math.max(0, aligned(Math.min(wantedBytes, endOffset - startOffset)));
        target.clear();
        target.position(tailRoomBytes).limit(tailRoomBytes + (int) fillBytes);
        long nextOffset = startOffset;
        // The length of a direct read is aligned, and can extend beyond the end of the file.
        while (target.hasRemaining() && nextOffset < endOffset) {
            int readBytes;
            try {
                readBytes = file.read(target, nextOffset);
            } catch (RuntimeException | Error e) {
                // An error beyond the requested range is reported when that part is requested.
                if (target.position() < tailRoomBytes + neededBytes) throw e;
                break;
            }
            if (readBytes <= 0) break;
            nextOffset += readBytes;
        }

        straddled = tailBytes > 0;
        heldOffset = offset - leadBytes;
        heldIndex = tailIndex;
        heldBytes = (int) Math.max(0, Math.min(target.position() - tailIndex, endOffset - heldOffset));
    }

    private long aligned(long bytes) {
        return (bytes + alignmentBytes - 1) & -(long) alignmentBytes;
    }
}
