package io.foreread.agent.reader;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.resident.dispatch.Scans;
import java.util.Collection;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/** Opens the readers of scans for woven code. On the data path: catches no exception. Thread-safe, stateless. */
public final class AttachedScans implements Scans {
    @Override
    public RandomAccessReader open(
            SSTableReader sstable, @Nullable RateLimiter limiter, @Nullable DataRange range, String hook) {
        return ScanReaders.open(sstable, limiter, range, hook);
    }

    @Override
    public RandomAccessReader open(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return ScanReaders.open(sstable, limiter, hook);
    }

    @Override
    public RandomAccessReader openForScrub(SSTableReader sstable, @Nullable RateLimiter limiter, String hook) {
        return ScanReaders.openForScrub(sstable, limiter, hook);
    }

    @Override
    public RandomAccessReader openNative(SSTableReader sstable, @Nullable DataRange range, String hook) {
        return ScanReaders.openNative(sstable, range, hook);
    }

    @Override
    public RandomAccessReader openNative(SSTableReader sstable, @Nullable Collection<?> bounds, String hook) {
        return ScanReaders.openNative(sstable, bounds, hook);
    }

    @Override
    public RandomAccessReader openNative(
            SSTableReader sstable, Config.@Nullable DiskAccessMode mode, @Nullable Collection<?> bounds, String hook) {
        return ScanReaders.openNative(sstable, mode, bounds, hook);
    }

    @Override
    public RandomAccessReader openNative(SSTableReader sstable, String hook) {
        return ScanReaders.openNative(sstable, hook);
    }

    @Override
    public RandomAccessReader openNative(SSTableReader sstable, Config.@Nullable DiskAccessMode mode, String hook) {
        return ScanReaders.openNative(sstable, mode, hook);
    }

    @Override
    public RandomAccessReader readAheadIndex(RandomAccessReader stock, @Nullable DataRange range, String hook) {
        RandomAccessReader reader = ScanReaders.readAheadIndex(stock, range, hook);
        return reader == null ? stock : reader;
    }

    @Override
    public FileDataInput openKeyCursor(FileHandle file, long position, String hook) {
        return ScanReaders.openKeyCursor(file, position, hook);
    }
}
