package io.foreread.agent.resident.dispatch;

import com.google.common.util.concurrent.RateLimiter;
import java.util.Collection;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens the readers of scans. An attachment implements it. Each method that opens a reader returns null if the caller has to
 * open the reader that Cassandra would have used.
 */
public interface Scans {
    /**
     * Opens Data.db for a scanner.
     *
     * @param limiter the limiter of the replaced reader, if it has one
     * @param range the range of a range read; null for a scan of everything
     * @param hook the name of the hook that replaces the call
     */
    @Nullable
    RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook);

    /** Opens Data.db for verify or an index build. */
    @Nullable
    RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook);

    /** Opens Data.db for scrub. */
    @Nullable
    RandomAccessReader openForScrub(SSTableReader sstable, @Nullable RateLimiter limiter, String hook);

    /** Replaces Cassandra's native read-ahead reader of a scanner. */
    @Nullable
    RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook);

    /**
     * Replaces the native reader of a scanner that knows its ranges.
     *
     * @param bounds the position bounds of the scan, in the order in which it reads them
     */
    @Nullable
    RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook);

    /** Replaces the native reader of a scanner of 6.0, which passes a disk access mode and knows its ranges. */
    @Nullable
    RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook);

    /** Replaces the native reader of cursor compaction. */
    @Nullable
    RandomAccessReader openNative(SSTableReader sstable, String hook);

    /** Replaces the native reader of cursor compaction of 6.0, which passes a disk access mode. */
    @Nullable
    RandomAccessReader openNative(SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook);

    /**
     * Wraps the reader of the partition index of a scan.
     *
     * @param stock the reader that Cassandra has opened
     * @return the same reader, or one that closes it
     */
    RandomAccessReader readAheadIndex(RandomAccessReader stock, @Nullable DataRange range, String hook);

    /**
     * Wraps the reader of a file that is read from start to end.
     *
     * @param stock the reader that Cassandra has opened, which has its own channel
     * @return the same reader, or one that closes it
     */
    RandomAccessReader readAheadFile(RandomAccessReader stock, String hook);

    /** Opens the key cursor of a BTI sstable. */
    @Nullable
    FileDataInput openKeyCursor(FileHandle file, long position, String hook);
}
