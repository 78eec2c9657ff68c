package io.foreread.agent.reader;

import com.google.common.util.concurrent.RateLimiter;
import io.foreread.agent.readahead.BlockUnavailableException;
import io.foreread.agent.readahead.FillSize;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.Recorders;
import io.foreread.exporter.recorder.ScanRecorder.Pattern;
import io.foreread.exporter.recorder.ScanRecorder.Reader;
import io.foreread.exporter.recorder.ScanRecorder.Reason;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.cassandra.io.compress.CompressionMetadata;
import org.apache.cassandra.io.util.FileDataInput;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.LimitingRebufferer;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.io.util.Rebufferer;
import org.apache.cassandra.io.util.ScanReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the reader of each scan. Thread-safe, stateless.
 *
 * <p>After any unexpected error before the first byte, a scan gets the reader that Cassandra would have used, and the
 * fallback is counted.
 */
public final class ReadAheadReaders {
    private static final Logger logger = LoggerFactory.getLogger("io.foreread.ReadAhead");
    private static final AtomicBoolean unexpectedLogged = new AtomicBoolean();

    /** The end of the path of Data.db on all lines. */
    static final String DATA_SUFFIX = "-Data.db";

    private ReadAheadReaders() {}

    /**
     * @param switchedOn the hook's own switch
     * @param pattern FULL for scans that will read everything, RAMP for range reads
     * @param limiter the limiter of the replaced reader; null if it has none
     * @param nativePresent whether the replaced reader has a native read-ahead
     * @param original opens the reader that Cassandra would have used
     */
    public static RandomAccessReader open(
            FileHandle file,
            boolean switchedOn,
            Pattern pattern,
            @Nullable RateLimiter limiter,
            boolean nativePresent,
            Supplier<RandomAccessReader> original) {
        FillSize fillSize = pattern == Pattern.RAMP ? FillSize.ramp() : FillSize.full();
        return open(file, switchedOn, pattern, fillSize, limiter, nativePresent, original);
    }

    /** Like {@link #open} for a scan of everything, with {@link FillSize#scrub}. */
    public static RandomAccessReader openForScrub(
            FileHandle file, boolean switchedOn, @Nullable RateLimiter limiter, Supplier<RandomAccessReader> original) {
        return open(file, switchedOn, Pattern.FULL, FillSize.scrub(), limiter, false, original);
    }

    private static RandomAccessReader open(
            FileHandle file,
            boolean switchedOn,
            Pattern pattern,
            FillSize fillSize,
            @Nullable RateLimiter limiter,
            boolean nativePresent,
            Supplier<RandomAccessReader> original) {
        ReadAheadRebufferer rebufferer = null;
        try {
            // This reader applies the limiter, also while it uses the stock reader. With a limiter in the stock reader,
            // reads would be limited twice.
            Supplier<RandomAccessReader> stock = limiter == null ? original : file::createReader;
            rebufferer = rebufferer(file, switchedOn, pattern, fillSize, nativePresent, stock);
            // 64 KiB is the quantum of FileHandle.createReader: DiskOptimizationStrategy.MAX_BUFFER_SIZE.
            if (rebufferer != null)
                return new ScanReader(
                        limiter == null ? rebufferer : new LimitingRebufferer(rebufferer, limiter, 64 << 10),
                        new Scan(rebufferer));
        } catch (RuntimeException | LinkageError e) {
            leftToCassandra(file.path(), e);
            Recorders.SCANS.opened(nativePresent ? Reader.NATIVE : Reader.STOCK, pattern);
            if (rebufferer != null) rebufferer.closeReader();
        }
        return original.get();
    }

    /**
     * @param stock an open reader of the partition index of a scan
     * @return a reader that reads ahead and closes the stock reader with itself, or the stock reader
     */
    public static RandomAccessReader wrapIndex(RandomAccessReader stock) {
        return wrap(stock, SequentialRebufferer::ofIndex);
    }

    /**
     * @param stock an open reader that has its own channel, of a file that will be read from start to end
     * @return a reader that reads ahead and closes the stock reader with itself, or the stock reader
     */
    public static RandomAccessReader wrapFile(RandomAccessReader stock) {
        return wrap(stock, SequentialRebufferer::ofFile);
    }

    private static RandomAccessReader wrap(
            RandomAccessReader stock, BiFunction<RandomAccessReader, ReadAhead, Rebufferer> rebufferer) {
        ReadAhead readAhead = ReadAhead.instance();
        try {
            if (readAhead.enabled() && stock.length() > PlainSource.MIN_FILE_BYTES)
                return ScanReader.open(rebufferer.apply(stock, readAhead));
        } catch (RuntimeException | LinkageError e) {
            leftToCassandra(stock.getPath(), e);
        }
        return stock;
    }

    /**
     * Returns whether Cassandra reads a file with direct I/O in a disk access mode. It reads uncompressed files without direct
     * I/O in every mode.
     *
     * @param mode null if the scan has none
     */
    public static boolean isReadDirectly(FileHandle file, @Nullable Enum<?> mode) {
        return mode != null
                && mode.name().equals("direct")
                && file.compressionMetadata().isPresent();
    }

    /** @return null if the scan has to use the original reader */
    private static @Nullable ReadAheadRebufferer rebufferer(
            FileHandle file,
            boolean switchedOn,
            Pattern pattern,
            FillSize fillSize,
            boolean nativePresent,
            Supplier<RandomAccessReader> original) {
        ReadAhead readAhead = ReadAhead.instance();
        if (!switchedOn || !readAhead.enabled()) return leave(Reason.SWITCHED_OFF, nativePresent, pattern);

        Optional<CompressionMetadata> compression = file.compressionMetadata();
        ScanSource source = compression.isPresent()
                ? new CompressedSource(file.rebuffererFactory(), compression.get())
                : new PlainSource(file.rebuffererFactory());
        if (nativePresent && source.hasNativeReadAhead() && readAhead.mode() == ReadAhead.Mode.AUTO)
            return leave(Reason.NATIVE_EFFECTIVE, true, pattern);
        if (source.isCached() && pattern == Pattern.RAMP) return leave(Reason.CHUNK_CACHE, nativePresent, pattern);

        BlockLayout layout = source.layout((int) readAhead.blockBytes());
        if (layout == null) return leave(Reason.NOTHING_TO_GAIN, nativePresent, pattern);

        Reader replaced = nativePresent ? Reader.NATIVE : Reader.STOCK;
        return new ReadAheadRebufferer(source, layout, readAhead.pool(), fillSize, replaced, original);
    }

    static Reason reason(BlockUnavailableException e) {
        return e.reason() == BlockUnavailableException.Reason.BUDGET_SPENT ? Reason.BUDGET_SPENT : Reason.DIRECT_MEMORY;
    }

    private static @Nullable ReadAheadRebufferer leave(Reason reason, boolean nativePresent, Pattern pattern) {
        Recorders.SCANS.fellBack(reason);
        Recorders.SCANS.opened(nativePresent ? Reader.NATIVE : Reader.STOCK, pattern);
        return null;
    }

    static void leftToCassandra(String path, Throwable e) {
        Recorders.SCANS.fellBack(Reason.UNEXPECTED_ERROR);
        logUnexpected(path, e);
    }

    /** Logs the first unexpected error. The caller counts it. */
    static void logUnexpected(String path, Throwable e) {
        if (unexpectedLogged.compareAndSet(false, true))
            logger.warn(
                    "Foreread could not read ahead in {} and uses Cassandra's reader; further cases are only counted"
                            + " (foreread_fallbacks_total{reason=\"unexpected_error\"})",
                    path,
                    e);
    }

    /** Opens the key cursor of a BTI sstable, which reads Data.db in addition to the scan. */
    public static FileDataInput openKeyCursor(
            FileHandle file, boolean switchedOn, Pattern pattern, boolean nativePresent, long position) {
        // The hooked class opens the row index by the same call, but does not scan the row index.
        if (!file.path().endsWith(DATA_SUFFIX)) return file.createReader(position);
        FillSize fillSize = pattern == Pattern.RAMP ? FillSize.ramp() : FillSize.keys();
        RandomAccessReader reader = open(file, switchedOn, pattern, fillSize, null, nativePresent, file::createReader);
        try {
            reader.seek(position);
        } catch (RuntimeException | Error e) {
            // No other code has a reference to it yet, and it can hold memory.
            reader.close();
            throw e;
        }
        return reader;
    }
}
