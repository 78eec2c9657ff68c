package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Records physical reads of sstable components, and accesses to chunks of mapped files, which cause page faults instead
 * of reads. Thread-safe. Allocates memory only at the first read of an (activity, component) pair.
 */
public final class ReadRecorder {
    /** The upper bounds of the size buckets, from 512 B to 4 MiB, which is 16 times the default read-ahead block. */
    private static final long[] SIZE_BOUNDS_BYTES = powersOfTwo(512, 4 << 20);

    /**
     * The upper bounds of the duration buckets. A read from the page cache takes about 5 us per 16 KiB, a read from a
     * gp3 volume of AWS 0.5 to 1 ms, and a read from a throttled volume 100 ms.
     */
    private static final long[] DURATION_BOUNDS_NANOS = {
        1_000,
        5_000,
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
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        1_000_000_000
    };

    private static final int COMPONENTS = Component.values().length;

    private final AtomicReferenceArray<Reads> reads = new AtomicReferenceArray<>(Activity.values().length * COMPONENTS);
    private final ChunkAccesses[] chunkAccesses = new ChunkAccesses[Activity.values().length];

    public ReadRecorder() {
        for (int i = 0; i < chunkAccesses.length; i++) chunkAccesses[i] = new ChunkAccesses();
    }

    /** Records a physical read by the current thread and charges it to the thread's operation, if any. */
    public void read(Component component, long bytes, long nanos) {
        ThreadRecord thread = ThreadRecord.current();
        Operation operation = thread.charged();
        if (operation != null) operation.read(bytes, nanos);
        read(thread.activity(), component, bytes, nanos);
    }

    private void read(Activity activity, Component component, long bytes, long nanos) {
        int index = activity.ordinal() * COMPONENTS + component.ordinal();
        Reads cell = reads.get(index);
        if (cell == null) cell = create(index);
        cell.sizeBytes.record(bytes);
        cell.durationNanos.record(nanos);
    }

    private Reads create(int index) {
        reads.compareAndSet(index, null, new Reads());
        return reads.get(index);
    }

    /**
     * Records that the current thread has accessed a chunk of a mapped file.
     *
     * @param bytes uncompressed bytes of the chunk
     */
    public void mmapChunkAccess(long bytes, long nanos) {
        ChunkAccesses cell = chunkAccesses[ThreadRecord.current().activity().ordinal()];
        cell.count.increment();
        cell.bytes.add(bytes);
        cell.nanos.add(nanos);
    }

    /** @return the reads; null if the activity has not read the component */
    public Reads reads(Activity activity, Component component) {
        return reads.get(activity.ordinal() * COMPONENTS + component.ordinal());
    }

    public ChunkAccesses mmapChunkAccesses(Activity activity) {
        return chunkAccesses[activity.ordinal()];
    }

    private static long[] powersOfTwo(long first, long last) {
        int count = Long.numberOfTrailingZeros(last) - Long.numberOfTrailingZeros(first) + 1;
        long[] bounds = new long[count];
        for (int i = 0; i < count; i++) bounds[i] = first << i;
        return bounds;
    }

    /** Sizes and durations of the reads of one activity and component. */
    public static final class Reads {
        private final BucketHistogram sizeBytes = new BucketHistogram(SIZE_BOUNDS_BYTES);
        private final BucketHistogram durationNanos = new BucketHistogram(DURATION_BOUNDS_NANOS);

        Reads() {}

        public BucketHistogram.Snapshot sizeBytes() {
            return sizeBytes.snapshot();
        }

        public BucketHistogram.Snapshot durationNanos() {
            return durationNanos.snapshot();
        }
    }

    /**
     * Accesses of one activity to chunks of mapped files. The time includes page faults, the check of the checksum and
     * decompression.
     */
    public static final class ChunkAccesses {
        private final LongAdder count = new LongAdder();
        private final LongAdder bytes = new LongAdder();
        private final LongAdder nanos = new LongAdder();

        ChunkAccesses() {}

        public long count() {
            return count.sum();
        }

        public long uncompressedBytes() {
            return bytes.sum();
        }

        public long nanos() {
            return nanos.sum();
        }
    }
}
