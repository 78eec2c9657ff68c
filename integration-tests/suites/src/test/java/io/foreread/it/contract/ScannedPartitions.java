package io.foreread.it.contract;

import io.foreread.agent.reader.ScanReaders;
import io.foreread.agent.reader.SequentialPartitions;
import io.foreread.agent.resident.dispatch.PartitionSteps;
import io.foreread.agent.resident.dispatch.ScanDispatch;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.PartitionPosition;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.jspecify.annotations.Nullable;

/** The partitions that a scan returns. */
final class ScannedPartitions {
    /** The content of a partition. */
    static final class Partition {
        private final DecoratedKey key;
        private final List<Object> content;

        /** @param content the partition deletion, the static row, and all rows and range tombstone markers */
        Partition(DecoratedKey key, List<Object> content) {
            this.key = key;
            this.content = content;
        }

        DecoratedKey key() {
            return key;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Partition
                    && ((Partition) other).key.equals(key)
                    && ((Partition) other).content.equals(content);
        }

        @Override
        public int hashCode() {
            return key.hashCode();
        }

        @Override
        public String toString() {
            return key + "=" + content;
        }
    }

    /** What a scan returned, and how it ended. */
    static final class Scan {
        private final List<Partition> partitions;
        private final @Nullable String failure;
        private final boolean suspect;

        /**
         * @param partitions the partitions that were read completely
         * @param failure the exception that ended the scan, with the innermost cause; null if the scan completed
         * @param suspect whether the sstable is marked as suspect
         */
        Scan(List<Partition> partitions, @Nullable String failure, boolean suspect) {
            this.partitions = partitions;
            this.failure = failure;
            this.suspect = suspect;
        }

        List<Partition> partitions() {
            return partitions;
        }

        @Nullable
        String failure() {
            return failure;
        }

        boolean suspect() {
            return suspect;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Scan && ((Scan) other).values().equals(values());
        }

        private List<Object> values() {
            return Arrays.asList(partitions, failure, suspect);
        }

        @Override
        public int hashCode() {
            return values().hashCode();
        }

        @Override
        public String toString() {
            return values().toString();
        }
    }

    private interface Partitions {
        boolean hasNext();

        UnfilteredRowIterator next();
    }

    interface Steps {
        void call(PartitionSteps partitions, Iterator<AbstractBounds<PartitionPosition>> ranges);
    }

    private ScannedPartitions() {}

    /** Reads with Cassandra's scanner, which follows the index. */
    static Scan stock(SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges) {
        // The agent does not run in this JVM, so Cassandra's scanner has no hooks.
        try (ISSTableScanner scanner = sstable.getScanner(ranges.iterator())) {
            return read(sstable, new Partitions() {
                @Override
                public boolean hasNext() {
                    return scanner.hasNext();
                }

                @Override
                public UnfilteredRowIterator next() {
                    return scanner.next();
                }
            });
        }
    }

    /** Reads with Foreread's scan, in the order of Data.db. */
    static Scan ours(SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges) {
        try (RandomAccessReader reader = ScanReaders.open(sstable, null, null, RuleFiles.HOOK)) {
            return read(sstable, partitionsOf(reader), ranges);
        }
    }

    /**
     * Reads the partitions of an uncompressed data file in the order of the file, with {@link SequentialPartitions}.
     * The bytes come from Cassandra's reader, because Foreread's reader supports compressed files only.
     */
    static Scan in(Path data, SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges) throws Exception {
        try (FileHandle handle = Release.openPlain(data, Files.size(data));
                RandomAccessReader reader = handle.createReader()) {
            return read(sstable, of(sstable, reader), ranges);
        }
    }

    /** Opens a scan of Foreread, and lets the caller advance it one step at a time. */
    static void scan(SSTableReader sstable, List<AbstractBounds<PartitionPosition>> ranges, Steps steps) {
        try (RandomAccessReader reader = ScanReaders.open(sstable, null, null, RuleFiles.HOOK)) {
            steps.call(partitionsOf(reader), ranges.iterator());
        }
    }

    /** Returns the partitions of an open scan as woven code gets them. */
    private static PartitionSteps partitionsOf(RandomAccessReader reader) {
        return (PartitionSteps) Objects.requireNonNull(ScanDispatch.partitions(reader));
    }

    static SequentialPartitions of(SSTableReader sstable, RandomAccessReader reader)
            throws ReflectiveOperationException {
        Constructor<SequentialPartitions> constructor =
                SequentialPartitions.class.getDeclaredConstructor(SSTableReader.class, RandomAccessReader.class);
        constructor.setAccessible(true);
        return constructor.newInstance(sstable, reader);
    }

    static Scan read(SSTableReader sstable, PartitionSteps partitions, List<AbstractBounds<PartitionPosition>> ranges) {
        Iterator<AbstractBounds<PartitionPosition>> left = ranges.iterator();
        return read(sstable, new Partitions() {
            @Override
            public boolean hasNext() {
                return partitions.hasNext(left);
            }

            @Override
            public UnfilteredRowIterator next() {
                return partitions.next(left);
            }
        });
    }

    private static Scan read(SSTableReader sstable, Partitions partitions) {
        List<Partition> read = new ArrayList<>();
        try {
            while (partitions.hasNext())
                try (UnfilteredRowIterator partition = partitions.next()) {
                    List<Object> content = new ArrayList<>();
                    content.add(partition.partitionLevelDeletion());
                    content.add(partition.staticRow());
                    partition.forEachRemaining(content::add);
                    read.add(new Partition(partition.partitionKey(), content));
                }
            return new Scan(read, null, sstable.isMarkedSuspect());
        } catch (RuntimeException e) {
            return new Scan(read, describe(e), sstable.isMarkedSuspect());
        }
    }

    private static String describe(RuntimeException failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) innermost = innermost.getCause();
        return failure + ", caused by " + innermost;
    }
}
