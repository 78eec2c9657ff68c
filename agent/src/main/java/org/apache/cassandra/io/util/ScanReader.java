package org.apache.cassandra.io.util;

/** A scan's reader, and the place where the scan keeps what it has beside. Not thread-safe. */
public final class ScanReader extends RandomAccessReader {
    private Object attachment;

    ScanReader(Rebufferer rebufferer) {
        super(rebufferer);
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
