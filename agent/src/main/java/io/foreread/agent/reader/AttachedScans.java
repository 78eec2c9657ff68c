package io.foreread.agent.reader;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.OpenScans;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.Scans;
import java.util.Collection;
import java.util.function.Supplier;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/**
 * Opens the readers of scans for woven code, until read-ahead ends. On the data path: catches no exception. Thread-safe,
 * stateless.
 */
public final class AttachedScans implements Scans {
    @Override
    public @Nullable RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook) {
        return unlessEnded(() -> ScanReaders.open(sstable, limiter, range, hook));
    }

    @Override
    public @Nullable RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return unlessEnded(() -> ScanReaders.open(sstable, limiter, hook));
    }

    @Override
    public @Nullable RandomAccessReader openForScrub(
            SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return unlessEnded(() -> ScanReaders.openForScrub(sstable, limiter, hook));
    }

    @Override
    public @Nullable RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook) {
        return unlessEnded(() -> ScanReaders.openNative(sstable, range, hook));
    }

    @Override
    public @Nullable RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook) {
        return unlessEnded(() -> ScanReaders.openNative(sstable, bounds, hook));
    }

    @Override
    public @Nullable RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook) {
        return unlessEnded(() -> ScanReaders.openNative(sstable, mode, bounds, hook));
    }

    @Override
    public @Nullable RandomAccessReader openNative(SSTableReader sstable, String hook) {
        return unlessEnded(() -> ScanReaders.openNative(sstable, hook));
    }

    @Override
    public @Nullable RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook) {
        return unlessEnded(() -> ScanReaders.openNative(sstable, mode, hook));
    }

    @Override
    public RandomAccessReader readAheadIndex(RandomAccessReader stock, @Nullable DataRange range, String hook) {
        RandomAccessReader reader = unlessEnded(() -> ScanReaders.readAheadIndex(stock, range, hook));
        return reader == null ? stock : reader;
    }

    @Override
    public RandomAccessReader readAheadFile(RandomAccessReader stock, String hook) {
        RandomAccessReader reader = unlessEnded(() -> ScanReaders.readAheadFile(stock, hook));
        return reader == null ? stock : reader;
    }

    @Override
    public @Nullable FileDataInput openKeyCursor(FileHandle file, long position, String hook) {
        return unlessEnded(() -> ScanReaders.openKeyCursor(file, position, hook));
    }

    /** @return null if the caller has to open Cassandra's reader */
    private static <R> @Nullable R unlessEnded(Supplier<R> opening) {
        OpenScans scans = ReadAhead.instance().openScans();
        if (!scans.beginOpening()) return null;
        try {
            return opening.get();
        } finally {
            scans.endOpening();
        }
    }
}
