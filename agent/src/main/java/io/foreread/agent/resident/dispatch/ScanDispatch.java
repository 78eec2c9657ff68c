package io.foreread.agent.resident.dispatch;

import com.google.common.util.concurrent.RateLimiter;
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
import org.apache.cassandra.io.util.ScanReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files of scans and steps through their partitions, for woven code. It is on the data path: it delegates to the
 * attachment, or to Cassandra if there is none, and does not catch exceptions.
 */
public final class ScanDispatch {
    private ScanDispatch() {}

    public static RandomAccessReader open(SSTableReader sstable, @Nullable DataRange range, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.open(sstable, null, range, hook);
        return reader == null ? sstable.openDataReader() : reader;
    }

    public static RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.open(sstable, limiter, range, hook);
        return reader == null ? sstable.openDataReader(limiter) : reader;
    }

    public static RandomAccessReader open(SSTableReader sstable, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.open(sstable, null, hook);
        return reader == null ? sstable.openDataReader() : reader;
    }

    public static RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.open(sstable, limiter, hook);
        return reader == null ? sstable.openDataReader(limiter) : reader;
    }

    public static RandomAccessReader openForScrub(SSTableReader sstable, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openForScrub(sstable, null, hook);
        return reader == null ? sstable.openDataReader() : reader;
    }

    public static RandomAccessReader openForScrub(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openForScrub(sstable, limiter, hook);
        return reader == null ? sstable.openDataReader(limiter) : reader;
    }

    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openNative(sstable, range, hook);
        return reader == null ? NativeReader.open(sstable) : reader;
    }

    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openNative(sstable, bounds, hook);
        return reader == null ? NativeReader.open(sstable) : reader;
    }

    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openNative(sstable, mode, bounds, hook);
        return reader == null ? NativeReader.open(sstable, mode) : reader;
    }

    public static RandomAccessReader openNative(SSTableReader sstable, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openNative(sstable, hook);
        return reader == null ? NativeReader.open(sstable) : reader;
    }

    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook) {
        Scans scans = Dispatch.scans();
        RandomAccessReader reader = scans == null ? null : scans.openNative(sstable, mode, hook);
        return reader == null ? NativeReader.open(sstable, mode) : reader;
    }

    /** @param stock the reader that Cassandra has opened; null if the sstable has no open index */
    public static @Nullable RandomAccessReader readAheadIndex(
            @Nullable RandomAccessReader stock, @Nullable DataRange range, String hook) {
        Scans scans = Dispatch.scans();
        return scans == null || stock == null ? stock : scans.readAheadIndex(stock, range, hook);
    }

    /** @param stock the reader that Cassandra has opened */
    public static RandomAccessReader readAheadFile(RandomAccessReader stock, String hook) {
        Scans scans = Dispatch.scans();
        return scans == null ? stock : scans.readAheadFile(stock, hook);
    }

    public static FileDataInput openKeyCursor(FileHandle file, long position, String hook) {
        Scans scans = Dispatch.scans();
        FileDataInput cursor = scans == null ? null : scans.openKeyCursor(file, position, hook);
        return cursor == null ? file.createReader(position) : cursor;
    }

    /**
     * Called before each step of a scan.
     *
     * @return the object to pass to {@link #hasNext}, {@link #next} and {@link #scannedBytes}; null if the scan reads the
     *     partition index
     */
    public static @Nullable Object partitions(RandomAccessReader data) {
        Object scan = data instanceof ScanReader ? ((ScanReader) data).scan() : null;
        return scan instanceof OpenScan ? ((OpenScan) scan).partitions() : null;
    }

    /** @see PartitionSteps#hasNext */
    public static boolean hasNext(Object partitions, Iterator<AbstractBounds<PartitionPosition>> ranges) {
        return ((PartitionSteps) partitions).hasNext(ranges);
    }

    /** @see PartitionSteps#next */
    public static UnfilteredRowIterator next(Object partitions, Iterator<AbstractBounds<PartitionPosition>> ranges) {
        return ((PartitionSteps) partitions).next(ranges);
    }

    /** @see PartitionSteps#scannedBytes */
    public static long scannedBytes(Object partitions) {
        return ((PartitionSteps) partitions).scannedBytes();
    }
}
