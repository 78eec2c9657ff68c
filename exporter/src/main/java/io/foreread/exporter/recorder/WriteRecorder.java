package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Records the chunks of compressed Data.db files that Cassandra's threads, or threads that compress ahead for them, have
 * compressed and written. Thread-safe. Allocates memory only at the first chunk of an activity.
 */
public final class WriteRecorder {
    /** The upper bounds of the size buckets, from 512 B to 1 MiB. */
    private static final long[] SIZE_BOUNDS_BYTES = new long[12];

    /**
     * The upper bounds of the duration buckets. LZ4 compresses and writes 16 KiB in about 30 us, Zstd in 150 us. A write
     * takes longer if the kernel delays it because too many pages are dirty.
     */
    private static final long[] DURATION_BOUNDS_NANOS = {
        10_000,
        25_000,
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        100_000_000,
        1_000_000_000
    };

    static {
        for (int i = 0; i < SIZE_BOUNDS_BYTES.length; i++) SIZE_BOUNDS_BYTES[i] = 512L << i;
    }

    private final AtomicReferenceArray<Writes> writes = new AtomicReferenceArray<>(Activity.values().length);
    private final LongAdder chunksAhead = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();
    private final LongAdder refused = new LongAdder();

    /**
     * Records a chunk for the activity of the current thread, or of the thread for which it works.
     *
     * @param bytes on disk, with the checksum
     * @param nanos for compression and the write
     */
    public void wrote(long bytes, long nanos) {
        int index = ThreadRecord.current().activity().ordinal();
        Writes cell = writes.get(index);
        if (cell == null) cell = create(index);
        cell.sizeBytes.record(bytes);
        cell.durationNanos.record(nanos);
    }

    private Writes create(int index) {
        writes.compareAndSet(index, null, new Writes());
        return writes.get(index);
    }

    /** Adds chunks that a thread has written for the thread of an operation. Either of the two has compressed them. */
    public void ahead(long chunks) {
        chunksAhead.add(chunks);
    }

    /** @param nanos time that the thread of an operation waited for the thread that compresses ahead */
    public void waited(long nanos) {
        waitNanos.add(nanos);
    }

    /** Counts a writer that got no memory to compress ahead. */
    public void refused() {
        refused.increment();
    }

    /** @return null if the activity has written no chunk */
    public Writes writes(Activity activity) {
        return writes.get(activity.ordinal());
    }

    public long chunksAhead() {
        return chunksAhead.sum();
    }

    public long waitNanos() {
        return waitNanos.sum();
    }

    public long refusedWriters() {
        return refused.sum();
    }

    /** Sizes and durations of the chunks of one activity. */
    public static final class Writes {
        private final BucketHistogram sizeBytes = new BucketHistogram(SIZE_BOUNDS_BYTES);
        private final BucketHistogram durationNanos = new BucketHistogram(DURATION_BOUNDS_NANOS);

        Writes() {}

        public BucketHistogram.Snapshot sizeBytes() {
            return sizeBytes.snapshot();
        }

        public BucketHistogram.Snapshot durationNanos() {
            return durationNanos.snapshot();
        }
    }
}
