package io.foreread.agent.dispatch;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.reader.ScanReaders;
import io.foreread.agent.reader.SequentialPartitions;
import java.util.Collection;
import java.util.Iterator;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of scans and steps through their partitions, for woven code. It is on the data path: it delegates to
 * package {@code reader} and does not catch exceptions. No signature has a type of the agent.
 */
public final class ScanDispatch {
    private ScanDispatch() {}

    /** @see ScanReaders#open(SSTableReader, DataRange, String) */
    public static RandomAccessReader open(SSTableReader sstable, @Nullable DataRange range, String hook) {
        return ScanReaders.open(sstable, range, hook);
    }

    /** @see ScanReaders#open(SSTableReader, RateLimiter, DataRange, String) */
    public static RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook) {
        return ScanReaders.open(sstable, limiter, range, hook);
    }

    /** @see ScanReaders#open(SSTableReader, String) */
    public static RandomAccessReader open(SSTableReader sstable, String hook) {
        return ScanReaders.open(sstable, hook);
    }

    /** @see ScanReaders#open(SSTableReader, RateLimiter, String) */
    public static RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return ScanReaders.open(sstable, limiter, hook);
    }

    /** @see ScanReaders#openForScrub(SSTableReader, String) */
    public static RandomAccessReader openForScrub(SSTableReader sstable, String hook) {
        return ScanReaders.openForScrub(sstable, hook);
    }

    /** @see ScanReaders#openForScrub(SSTableReader, RateLimiter, String) */
    public static RandomAccessReader openForScrub(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return ScanReaders.openForScrub(sstable, limiter, hook);
    }

    /** @see ScanReaders#openNative(SSTableReader, DataRange, String) */
    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook) {
        return ScanReaders.openNative(sstable, range, hook);
    }

    /** @see ScanReaders#openNative(SSTableReader, Collection, String) */
    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook) {
        return ScanReaders.openNative(sstable, bounds, hook);
    }

    /** @see ScanReaders#openNative(SSTableReader, Config.DiskAccessMode, Collection, String) */
    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook) {
        return ScanReaders.openNative(sstable, mode, bounds, hook);
    }

    /** @see ScanReaders#openNative(SSTableReader, String) */
    public static RandomAccessReader openNative(SSTableReader sstable, String hook) {
        return ScanReaders.openNative(sstable, hook);
    }

    /** @see ScanReaders#openNative(SSTableReader, Config.DiskAccessMode, String) */
    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook) {
        return ScanReaders.openNative(sstable, mode, hook);
    }

    /** @see ScanReaders#readAheadIndex */
    public static @Nullable RandomAccessReader readAheadIndex(
            @Nullable RandomAccessReader stock, @Nullable DataRange range, String hook) {
        return ScanReaders.readAheadIndex(stock, range, hook);
    }

    /** @see ScanReaders#openKeyCursor */
    public static FileDataInput openKeyCursor(FileHandle file, long position, String hook) {
        return ScanReaders.openKeyCursor(file, position, hook);
    }

    /**
     * Called before each step of a scan.
     *
     * @return the object to pass to {@link #hasNext}, {@link #next} and {@link #scannedBytes}; null if the scan reads the
     *     partition index
     */
    public static @Nullable Object partitions(RandomAccessReader data) {
        return SequentialPartitions.of(data);
    }

    /** @see SequentialPartitions#hasNext */
    public static boolean hasNext(Object partitions, Iterator<AbstractBounds<PartitionPosition>> ranges) {
        return ((SequentialPartitions) partitions).hasNext(ranges);
    }

    /** @see SequentialPartitions#next */
    public static UnfilteredRowIterator next(Object partitions, Iterator<AbstractBounds<PartitionPosition>> ranges) {
        return ((SequentialPartitions) partitions).next(ranges);
    }

    /** @see SequentialPartitions#scannedBytes */
    public static long scannedBytes(Object partitions) {
        return ((SequentialPartitions) partitions).scannedBytes();
    }
}
