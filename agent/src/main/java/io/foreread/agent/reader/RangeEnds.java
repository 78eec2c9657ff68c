package io.foreread.agent.reader;

import io.foreread.agent.reader.shape.PartitionStarts;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.Operator;

/** Finds the ends of the ranges of a scan that follows the partition index. Immutable. */
final class RangeEnds {
    private final SSTableReader sstable;

    RangeEnds(SSTableReader sstable) {
        this.sstable = sstable;
    }

    /**
     * @return the uncompressed position after the range; the length of the data if it is not known. A corrupt index is left
     *     to the scan, which reads it too
     * @throws org.apache.cassandra.io.FSReadError as the scan would, for example after an interrupt, which closes the channel
     */
    long endOf(AbstractBounds<PartitionPosition> range) {
        long length = sstable.uncompressedLength();
        try {
            if (!PartitionStarts.known(sstable) || isToTheEnd(range)) return length;
            long end = PartitionStarts.find(sstable, range.right, range.inclusiveRight() ? Operator.GT : Operator.GE);
            return end > 0 ? end : length;
        } catch (RuntimeException | LinkageError e) {
            return length;
        }
    }

    private boolean isToTheEnd(AbstractBounds<PartitionPosition> range) {
        return range.right.isMinimum() || PartitionStarts.lastKey(sstable).compareTo(range.right) < 0;
    }
}
