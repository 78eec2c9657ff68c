package io.foreread.agent.reader;

import org.jspecify.annotations.Nullable;

/** Keeps the position up to which a scan reads ahead: the end of the range that it currently reads. Not thread-safe. */
final class AheadLimit {
    private final long dataLengthBytes;
    /** The position after each range; empty if there is one range, or if they are not known. */
    private long[] rangeEnds = {};

    private long end;

    /** Reads ahead up to the end of the data until a range is set. */
    AheadLimit(long dataLengthBytes) {
        this.dataLengthBytes = dataLengthBytes;
        this.end = dataLengthBytes;
    }

    /** @param ends the position after each range, in the order in which the scan reads them; null if they are not known */
    void ranges(long @Nullable [] ends) {
        if (ends == null || ends.length == 0) return;
        rangeEnds = ends;
        // Unknown until the first read shows which range the scan reads.
        end = 0;
    }

    void end(long position) {
        end = Math.min(position, dataLengthBytes);
    }

    /** @return the uncompressed position beyond which nothing is read ahead */
    long end() {
        return end;
    }

    /** @return whether the limit is known and before the end of the data */
    boolean isInFile() {
        return end > 0 && end < dataLengthBytes;
    }

    /** @return whether the chunk at this position is in another range, so that the limit has changed */
    boolean moveTo(long chunkPosition) {
        if (rangeEnds.length == 0 || chunkPosition < end) return false;
        end(endOfRange(chunkPosition));
        return true;
    }

    private long endOfRange(long position) {
        for (long rangeEnd : rangeEnds) if (rangeEnd > position) return rangeEnd;
        return dataLengthBytes;
    }
}
