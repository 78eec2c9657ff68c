package io.foreread.agent.reader;

import io.foreread.agent.reader.shape.CorruptSstables;
import io.foreread.agent.reader.shape.PartitionStarts;
import io.foreread.agent.resident.dispatch.PartitionSteps;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.SSTableIdentityIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.OpenReason;
import org.apache.cassandra.io.sstable.format.SSTableReader.Operator;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the partitions of a scan in the order of Data.db, without the partition index, as Cassandra does from 5.0.5 on
 * (CASSANDRA-20092). The index is used only to find the start and the end of ranges, and not at all for a
 * whole sstable. Not thread-safe.
 *
 * <p>Each partition ends where the next one begins. The scan therefore reads each partition to its end before it
 * returns the next one, even if the caller did not read all of it. The last partition must end where its range ends;
 * otherwise the sstable is corrupt.
 *
 * <p>Keys out of order are returned in the order of the file. The releases that use this class do the same: their scans
 * do not check the order, and the writer or the validator that receives the keys fails with an exception of its own.
 * With a {@link CorruptSSTableException} instead, {@code disk_failure_policy} could stop a node that continues to run
 * without the agent.
 */
public final class SequentialPartitions implements PartitionSteps {
    private final SSTableReader sstable;
    private final RandomAccessReader data;
    /** Null if the scan uses a reader of Cassandra. */
    private final @Nullable Scan scan;

    private @Nullable AbstractBounds<PartitionPosition> range;
    /** The uncompressed position after the range. */
    private long rangeEnd;

    private @Nullable SSTableIdentityIterator partition;
    private long partitionStart;
    private long scannedBytes;
    /** Null until a step has failed. */
    private @Nullable Throwable failure;

    SequentialPartitions(SSTableReader sstable, RandomAccessReader data) {
        this.sstable = sstable;
        this.data = data;
        this.scan = Scan.of(data);
    }

    @Override
    public boolean hasNext(Iterator<AbstractBounds<PartitionPosition>> ranges) {
        if (failure != null) throw failedBefore();
        try {
            finishPartition();
            return data.getFilePointer() < rangeEnd || startRange(ranges);
        } catch (Throwable e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public UnfilteredRowIterator next(Iterator<AbstractBounds<PartitionPosition>> ranges) {
        if (!hasNext(ranges)) throw new NoSuchElementException();
        try {
            return readPartition();
        } catch (Throwable e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public long scannedBytes() {
        return scannedBytes;
    }

    private UnfilteredRowIterator readPartition() {
        partitionStart = data.getFilePointer();
        try {
            DecoratedKey key = sstable.decorateKey(ByteBufferUtil.readWithShortLength(data));
            partition = SSTableIdentityIterator.create(sstable, data, key);
        } catch (CorruptSSTableException | IOException e) {
            throw corrupt(e);
        }
        if (!Objects.requireNonNull(range).contains(partition.partitionKey())) refuse(partition.partitionKey());
        return partition;
    }

    /**
     * Fails for a key that is outside of its range. Cassandra ends the range there, so a compaction loses the rest of it.
     * The exception is of the same kind as a writer's for keys out of order: no {@code disk_failure_policy} acts on it. The
     * sstable is not marked suspect, because scrub, which repairs it, leaves out suspect sstables until the node restarts.
     */
    private void refuse(DecoratedKey key) {
        // If the data is corrupt, this fails as it does without the agent.
        finishPartition();
        throw new RuntimeException("partition " + key + " is not in " + range + " of " + sstable.getFilename());
    }

    /**
     * Returns the exception for all steps after a failure, because the position can then be within a partition. If the
     * failure was an Error, the exception wraps it.
     */
    private RuntimeException failedBefore() {
        if (failure instanceof RuntimeException) return (RuntimeException) failure;
        return new IllegalStateException("a scan of " + sstable.getFilename() + " continues after a failure", failure);
    }

    private void finishPartition() {
        if (partition == null) return;
        while (partition.hasNext()) partition.next();
        DecoratedKey key = partition.partitionKey();
        partition = null;
        long position = data.getFilePointer();
        if (position > rangeEnd)
            throw corrupt(new IOException(
                    "partition " + key + " ends at " + position + ", beyond the end of its range at " + rangeEnd));
        scannedBytes += position - partitionStart;
    }

    private boolean startRange(Iterator<AbstractBounds<PartitionPosition>> ranges) {
        while (ranges.hasNext()) {
            AbstractBounds<PartitionPosition> next = ranges.next();
            long start = startOf(next);
            long end = start < 0 ? -1 : endOf(next);
            if (start >= end) continue;
            range = next;
            rangeEnd = end;
            if (scan != null) scan.readUntil(rangeEnd);
            seek(start);
            return true;
        }
        return false;
    }

    private void seek(long position) {
        try {
            data.seek(position);
        } catch (CorruptSSTableException e) {
            throw corrupt(e);
        }
    }

    /** @return the position of the first partition in the range; -1 if there is none */
    private long startOf(AbstractBounds<PartitionPosition> range) {
        // If the start of an sstable has moved, the first partition of the sstable is not the first of its file.
        if (sstable.openReason != OpenReason.MOVED_START
                && isBefore(range.left, PartitionStarts.firstKey(sstable), range.inclusiveLeft())) return 0;
        if (!isBefore(range.left, PartitionStarts.lastKey(sstable), range.inclusiveLeft())) return -1;
        return find(range.left, range.inclusiveLeft() ? Operator.GE : Operator.GT);
    }

    private long endOf(AbstractBounds<PartitionPosition> range) {
        boolean toTheEnd = range.right.isMinimum()
                || isBefore(PartitionStarts.lastKey(sstable), range.right, range.inclusiveRight());
        if (toTheEnd) return sstable.uncompressedLength();
        return find(range.right, range.inclusiveRight() ? Operator.GT : Operator.GE);
    }

    private static boolean isBefore(PartitionPosition one, PartitionPosition other, boolean orEqual) {
        int order = one.compareTo(other);
        return order < 0 || (order == 0 && orEqual);
    }

    /** Returns the position of a partition that exists according to the first and last key of the sstable. */
    private long find(PartitionPosition key, Operator relation) {
        long position = PartitionStarts.find(sstable, key, relation);
        if (position < 0) throw corrupt(new IOException("the partition index ends before " + key));
        return position;
    }

    private CorruptSSTableException corrupt(Exception cause) {
        sstable.markSuspect();
        return CorruptSstables.exception(cause, sstable.getFilename());
    }
}
