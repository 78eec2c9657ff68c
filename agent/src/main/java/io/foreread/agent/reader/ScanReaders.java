package io.foreread.agent.reader;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.reader.shape.PartitionStarts;
import io.foreread.agent.reader.shape.PositionBounds;
import io.foreread.agent.resident.dispatch.NativeReader;
import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ThreadRecord;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.DataFile;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens the readers of scans for {@link AttachedScans}. Each method replaces a call of Cassandra that opens the data file of
 * a scan, and takes its receiver and arguments, the {@code DataRange} of the constructor if it has one, and the hook's name.
 * The methods whose names begin with {@code readAhead} wrap a reader that Cassandra's call has opened.
 *
 * <p>A scan with a data range answers a range read; one without is compaction-like and reads everything.
 */
public final class ScanReaders {
    private ScanReaders() {}

    /** 3.11: cleanup passes the compaction limiter. */
    public static RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook) {
        RandomAccessReader reader = open(sstable, pattern(range), limiter, hook);
        try {
            Scan scan = Scan.of(reader);
            if (range == null && scan != null && skipsIndex(sstable, reader))
                scan.readByPartition(new SequentialPartitions(sstable, reader));
        } catch (RuntimeException | LinkageError e) {
            // The scan follows the index, as without the agent.
            ProbeFailures.count(e);
        } catch (Error e) {
            // The scanner has no reference to it yet, so it must be closed here.
            reader.close();
            throw e;
        }
        return reader;
    }

    private static boolean skipsIndex(SSTableReader sstable, RandomAccessReader reader) {
        return ReadAhead.instance().skipIndex()
                // Nothing checks the data of an uncompressed sstable.
                && DataFile.of(sstable).compressionMetadata().isPresent()
                // If checksums are not always checked, damaged data can be unnoticed, and only the index has the start
                // of the next partition.
                && reader.getCrcCheckChance() >= 1
                // An sstable that is opened early can contain data after its last key.
                && sstable.openReason != SSTableReader.OpenReason.EARLY
                && PartitionStarts.known(sstable);
    }

    /** Called by scrub. The limiter is null if the node is offline. */
    public static RandomAccessReader openForScrub(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        Supplier<RandomAccessReader> stock = () -> openStock(sstable, limiter);
        return open(
                sstable, stock, file -> ReadAheadReaders.openForScrub(file, HookSwitch.of(hook).on, limiter, stock));
    }

    /** Called by verify and by index builds. The limiter is null for index builds, and for verify if the node is offline. */
    public static RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return open(sstable, Pattern.FULL, limiter, hook);
    }

    private static RandomAccessReader open(
            SSTableReader sstable, Pattern pattern, @Nullable RateLimiter limiter, String hook) {
        Supplier<RandomAccessReader> stock = () -> openStock(sstable, limiter);
        return open(
                sstable,
                stock,
                file -> ReadAheadReaders.open(file, HookSwitch.of(hook).on, pattern, limiter, false, stock));
    }

    /** @param stock opens Cassandra's reader, if this release does not have the field that contains the data file */
    private static RandomAccessReader open(
            SSTableReader sstable,
            Supplier<RandomAccessReader> stock,
            Function<FileHandle, RandomAccessReader> readAhead) {
        FileHandle file;
        try {
            file = DataFile.of(sstable);
        } catch (LinkageError e) {
            ReadAheadReaders.leftToCassandra(String.valueOf(sstable), e);
            return stock.get();
        }
        return readAhead.apply(file);
    }

    private static RandomAccessReader openStock(SSTableReader sstable, @Nullable RateLimiter limiter) {
        return limiter == null ? sstable.openDataReader() : sstable.openDataReader(limiter);
    }

    /** 5.0.4 and later: the replaced call opens the native read-ahead reader. */
    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook) {
        Supplier<RandomAccessReader> stock = () -> NativeReader.open(sstable);
        return open(
                sstable,
                stock,
                file -> ReadAheadReaders.open(file, HookSwitch.of(hook).on, pattern(range), null, true, stock));
    }

    /**
     * 5.0.5 and later: compaction's own scanner, which has no data range.
     *
     * @param bounds the uncompressed positions that the scan will read
     */
    public static RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook) {
        return limited(openNative(sstable, (DataRange) null, hook), bounds);
    }

    /** 6.0: like the previous method, with the disk access mode that compaction passes. */
    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook) {
        return limited(openNative(sstable, mode, hook), bounds);
    }

    private static RandomAccessReader limited(RandomAccessReader reader, @Nullable Collection<?> bounds) {
        Scan scan = Scan.of(reader);
        if (scan != null) scan.readRanges(PositionBounds.ends(bounds));
        return reader;
    }

    /** Called by cursor compaction. */
    public static RandomAccessReader openNative(SSTableReader sstable, String hook) {
        return openNative(sstable, (DataRange) null, hook);
    }

    /**
     * 6.0: compaction passes a disk access mode. A reader with direct I/O is not replaced, because Cassandra is
     * configured to use it.
     */
    public static RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook) {
        Supplier<RandomAccessReader> stock = () -> NativeReader.open(sstable, mode);
        return open(
                sstable,
                stock,
                file -> ReadAheadReaders.open(
                        file,
                        HookSwitch.of(hook).on && !ReadAheadReaders.isReadDirectly(file, mode),
                        Pattern.FULL,
                        null,
                        true,
                        stock));
    }

    /**
     * Wraps the reader of the partition index of a big-format sstable. A range read keeps the stock reader, because it
     * reads few entries.
     *
     * @param stock the reader that Cassandra has opened; null if the sstable has no open index
     */
    public static @Nullable RandomAccessReader readAheadIndex(
            @Nullable RandomAccessReader stock, @Nullable DataRange range, String hook) {
        if (stock == null || range != null || !HookSwitch.of(hook).on) return stock;
        return ReadAheadReaders.wrapIndex(stock);
    }

    /**
     * Wraps the reader of a file that verify reads from start to end: Data.db for the digest, or the partition index.
     *
     * @param stock the reader that Cassandra has opened, which has its own channel
     */
    public static RandomAccessReader readAheadFile(RandomAccessReader stock, String hook) {
        return HookSwitch.of(hook).on ? ReadAheadReaders.wrapFile(stock) : stock;
    }

    /**
     * Opens the cursor of a BTI key iterator over the data file. The activity of the thread decides how it reads: a client's
     * read can end after one key, other activities read all keys.
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
