package io.foreread.agent.reader;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.shape.NativeReader;
import io.foreread.agent.reader.shape.PartitionStarts;
import io.foreread.agent.reader.shape.PositionBounds;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ThreadRecord;
import java.util.Collection;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.DataFile;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens the readers that woven code asks {@code ScanDispatch} for where Cassandra opened the data file for a scan. Takes the
 * replaced call's receiver and arguments, the constructor's {@code DataRange} where there is one, and the name of the hook.
 *
 * <p>A scan with a data range answers a range read; one without is compaction-like and reads everything.
 */
public final class ScanReaders {
    private ScanReaders() {}

    public static RandomAccessReader open(SSTableReader sstable, @Nullable DataRange range, String hook) {
        return open(sstable, (RateLimiter) null, range, hook);
    }

    /** 3.11: cleanup passes the compaction limiter. */
    public static RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook) {
        RandomAccessReader reader = open(sstable, pattern(range), limiter, hook);
        try {
            Scan scan = Scan.of(reader);
            if (range == null && scan != null && goesWithoutIndex(sstable, reader))
                scan.readByPartition(new SequentialPartitions(sstable, reader));
        } catch (RuntimeException | Error e) {
            // The scanner does not know it yet, and nobody else would close it.
            reader.close();
            throw e;
        }
        return reader;
    }

    private static boolean goesWithoutIndex(SSTableReader sstable, RandomAccessReader reader) {
        return ReadAhead.instance().skipIndex()
                // By the index a scan finds the next partition behind damaged data that nobody has checked.
                && reader.getCrcCheckChance() >= 1
                // It may hold data behind its last key.
                && sstable.openReason != SSTableReader.OpenReason.EARLY
                && PartitionStarts.known(sstable);
    }

    /** Scrub. */
    public static RandomAccessReader openForScrub(SSTableReader sstable, String hook) {
        return openForScrub(sstable, null, hook);
    }

    /** Scrub while the node is online. */
    public static RandomAccessReader openForScrub(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return ReadAheadReaders.openForScrub(
                DataFile.of(sstable), HookSwitch.of(hook).on, limiter, () -> openStock(sstable, limiter));
    }

    /** Verify and index builds. */
    public static RandomAccessReader open(SSTableReader sstable, String hook) {
        return open(sstable, Pattern.FULL, null, hook);
    }

    /** Verify while the node is online. */
    public static RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return open(sstable, Pattern.FULL, limiter, hook);
    }

    private static RandomAccessReader open(
            SSTableReader sstable, Pattern pattern, @Nullable RateLimiter limiter, String hook) {
        return ReadAheadReaders.open(
                DataFile.of(sstable),
                HookSwitch.of(hook).on,
                pattern,
                limiter,
                false,
                () -> openStock(sstable, limiter));
    }

    private static RandomAccessReader openStock(SSTableReader sstable, @Nullable RateLimiter limiter) {
        return limiter == null ? sstable.openDataReader() : sstable.openDataReader(limiter);
    }

    /** 5.0.4 and later: the replaced call opens the native read-ahead reader. */
    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook) {
        return ReadAheadReaders.open(
                DataFile.of(sstable),
                HookSwitch.of(hook).on,
                pattern(range),
                null,
                true,
                () -> NativeReader.open(sstable));
    }

    /**
     * 5.0.5 and later: compaction's own scanner, which has no data range.
     *
     * @param bounds the uncompressed positions that the scan will read
     */
    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook) {
        return limited(openNative(sstable, (DataRange) null, hook), bounds);
    }

    /** 6.0: as before, with the disk access mode that compaction names. */
    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook) {
        return limited(openNative(sstable, mode, hook), bounds);
    }

    private static RandomAccessReader limited(RandomAccessReader reader, @Nullable Collection<?> bounds) {
        Scan scan = Scan.of(reader);
        if (scan != null) scan.readRanges(PositionBounds.ends(bounds));
        return reader;
    }

    /** Cursor compaction. */
    public static RandomAccessReader openNative(SSTableReader sstable, String hook) {
        return openNative(sstable, (DataRange) null, hook);
    }

    /** 6.0: compaction names the disk access mode it wants; direct I/O is left alone, the operator asked for it. */
    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook) {
        boolean direct = mode != null && mode.name().equals("direct");
        return ReadAheadReaders.open(
                DataFile.of(sstable),
                HookSwitch.of(hook).on && !direct,
                Pattern.FULL,
                null,
                true,
                () -> NativeReader.open(sstable, mode));
    }

    /**
     * The partition index of a big-format sstable. A range read keeps the stock reader: it looks at a few entries.
     *
     * @param stock the reader that Cassandra has opened; null where it has no index open
     */
    public static @Nullable RandomAccessReader readAheadIndex(
            @Nullable RandomAccessReader stock, @Nullable DataRange range, String hook) {
        if (stock == null || range != null || !HookSwitch.of(hook).on) return stock;
        return ReadAheadReaders.wrapIndex(stock);
    }

    /**
     * The data file's cursor of a BTI key iterator. The iterator does not know what it is for, but the thread does: a
     * read may end after one key, anything else goes through all of them.
     */
    public static FileDataInput openKeyCursor(FileHandle file, long position, String hook) {
        Activity activity = ThreadRecord.current().activity();
        boolean read = activity == Activity.RANGE_READ || activity == Activity.POINT_READ;
        return ReadAheadReaders.openKeyCursor(
                file, HookSwitch.of(hook).on, read ? Pattern.RAMP : Pattern.FULL, NativeReader.PRESENT, position);
    }

    private static Pattern pattern(@Nullable DataRange range) {
        return range == null ? Pattern.FULL : Pattern.RAMP;
    }
}
