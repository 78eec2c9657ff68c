package org.apache.cassandra.io.util;

/** A scan's reader, and the place where the scan keeps what it has beside. Not thread-safe. */
public final class ScanReader extends RandomAccessReader {
    private final ReadAheadRebufferer scan;
    private Object attachment;

    /** @param rebufferer what this reads from: the scan's, or one that limits its rate */
    ScanReader(Rebufferer rebufferer, ReadAheadRebufferer scan) {
        super(rebufferer);
        this.scan = scan;
    }

    /**
     * Sets the end of the range that the scan is about to read. It reads and decompresses nothing ahead beyond the chunk
     * that holds the range's last byte.
     *
     * @param position uncompressed, the first that does not belong to the range
     */
    public void readUntil(long position) {
        scan.readUntil(position);
    }

    /**
     * Sets the ranges of the scan where all of them are known when it opens: it reads nothing ahead beyond the end of the
     * range that it is in.
     *
     * @param ends the uncompressed position after each range, ascending; null if they are not known
     */
    public void readRanges(long[] ends) {
        scan.readRanges(ends);
    }

    /** Cassandra's scanners have no room for a field of ours. */
    public void attach(Object attachment) {
        this.attachment = attachment;
    }

    /** @return null if nothing is attached */
    public Object attachment() {
        return attachment;
    }

    /** Part of Cassandra's messages about damaged rows, which are to say what they say without us. */
    @Override
    public String toString() {
        return RandomAccessReader.class.getSimpleName() + ':' + rebufferer;
    }
}
