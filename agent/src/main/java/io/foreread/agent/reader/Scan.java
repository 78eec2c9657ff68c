package io.foreread.agent.reader;

import io.foreread.agent.resident.dispatch.OpenScan;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.ScanReader;
import org.jspecify.annotations.Nullable;

/** A scan that reads ahead, attached to its reader. Not thread-safe. */
public final class Scan implements OpenScan {
    private final ReadAheadRebufferer rebufferer;
    private @Nullable SequentialPartitions partitions;

    Scan(ReadAheadRebufferer rebufferer) {
        this.rebufferer = rebufferer;
    }

    /** @return null if the reader is one of Cassandra's */
    public static @Nullable Scan of(RandomAccessReader reader) {
        Object scan = reader instanceof ScanReader ? ((ScanReader) reader).scan() : null;
        return scan instanceof Scan ? (Scan) scan : null;
    }

    /**
     * Reads the partitions in the order of Data.db. Damage that no checksum detects could hide where a partition begins, so
     * each chunk is checked. While Cassandra's reader serves the scan, for example without memory, it checks the share of
     * chunks that {@code crc_check_chance} has at that time: all, unless a statement has lowered it since the scan was opened.
     */
    void readByPartition(SequentialPartitions partitions) {
        this.partitions = partitions;
        rebufferer.checkEveryChunk();
    }

    @Override
    public @Nullable SequentialPartitions partitions() {
        return partitions;
    }

    /**
     * Sets the end of the range that the scan is about to read. It reads and decompresses nothing ahead beyond the chunk
     * that holds the range's last byte.
     *
     * @param position uncompressed, the first that does not belong to the range
     */
    public void readUntil(long position) {
        rebufferer.readUntil(position);
    }

    /**
     * Sets the ranges of the scan, if all of them are known when it opens. It reads nothing ahead beyond the end of the
     * current range.
     *
     * @param ends the uncompressed position after each range, ascending; null if they are not known
     */
    public void readRanges(long @Nullable [] ends) {
        rebufferer.readRanges(ends);
    }
}
