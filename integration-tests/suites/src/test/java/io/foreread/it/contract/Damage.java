package io.foreread.it.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * Kinds of damage to a copy of an sstable. With {@code WHILE_OPEN} the file is truncated after Cassandra has opened the
 * sstable, so Cassandra still uses the length before the truncation.
 */
enum Damage {
    FLIP_IN_CHUNK(true) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            int chunk = copy.chunkCount() / 2;
            flip(copy.data(), copy.chunks().offsets()[chunk] + copy.sizeOf(chunk) / 2);
            return copy;
        }
    },
    FLIP_IN_CHECKSUM(true) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            flip(copy.data(), copy.endOf(copy.chunkCount() / 2) - 2);
            return copy;
        }
    },
    FLIP_IN_EVERY_CHECKSUM(true) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            for (int chunk = 0; chunk < copy.chunkCount(); chunk++) flip(copy.data(), copy.endOf(chunk) - 2);
            return copy;
        }
    },
    FLIP_IN_FIRST_CHUNK(true) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            flip(copy.data(), copy.sizeOf(0) / 3);
            return copy;
        }
    },
    FLIP_IN_LAST_CHUNK(true) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            int last = copy.chunkCount() - 1;
            flip(copy.data(), copy.chunks().offsets()[last] + copy.sizeOf(last) / 2);
            return copy;
        }
    },
    FLIP_IN_EVERY_FIFTH_CHUNK(true) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            for (int chunk = 3; chunk < copy.chunkCount(); chunk += 5)
                flip(copy.data(), copy.chunks().offsets()[chunk] + copy.sizeOf(chunk) / 2);
            return copy;
        }
    },
    CUT_IN_CHUNK_WHILE_OPEN(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            int chunk = copy.chunkCount() * 2 / 3;
            truncate(copy.data(), copy.chunks().offsets()[chunk] + copy.sizeOf(chunk) / 2);
            return copy;
        }
    },
    CUT_AT_CHUNK_WHILE_OPEN(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            truncate(copy.data(), copy.chunks().offsets()[copy.chunkCount() * 2 / 3]);
            return copy;
        }
    },
    CUT_CHECKSUM_WHILE_OPEN(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            truncate(copy.data(), copy.compressedLengthBytes() - 4);
            return copy;
        }
    },
    EMPTIED_WHILE_OPEN(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            truncate(copy.data(), 0);
            return copy;
        }
    },
    CUT_IN_CHUNK(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            return withTruncatedLength(CUT_IN_CHUNK_WHILE_OPEN.apply(copy));
        }
    },
    CUT_IN_LAST_CHUNK(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            truncate(copy.data(), copy.compressedLengthBytes() - copy.sizeOf(copy.chunkCount() - 1) / 2);
            return withTruncatedLength(copy);
        }
    },
    CUT_CHECKSUM(false) {
        @Override
        SstableFile apply(SstableFile copy) throws IOException {
            return withTruncatedLength(CUT_CHECKSUM_WHILE_OPEN.apply(copy));
        }
    },
    OFFSET_ONE_FURTHER(false) {
        @Override
        SstableFile apply(SstableFile copy) {
            int chunk = copy.chunkCount() / 2;
            return withOffset(copy, chunk, copy.chunks().offsets()[chunk] + 1);
        }
    },
    OFFSET_OF_ANOTHER_CHUNK(false) {
        @Override
        SstableFile apply(SstableFile copy) {
            return withOffset(copy, copy.chunkCount() / 2, copy.chunks().offsets()[1]);
        }
    },
    OFFSET_BEYOND_THE_END(false) {
        @Override
        SstableFile apply(SstableFile copy) {
            return withOffset(copy, copy.chunkCount() / 2, copy.compressedLengthBytes() + 4096);
        }
    },
    OFFSET_NEGATIVE(false) {
        @Override
        SstableFile apply(SstableFile copy) {
            return withOffset(copy, copy.chunkCount() / 2, -7);
        }
    };

    /** Whether the sstable can be read through mmap, because no reader accesses a page beyond the end of Data.db. */
    final boolean readableThroughMmap;

    Damage(boolean readableThroughMmap) {
        this.readableThroughMmap = readableThroughMmap;
    }

    /** Damages the files of the copy, and returns the copy as Cassandra would open it. */
    abstract SstableFile apply(SstableFile copy) throws IOException;

    /** Creates a damaged copy in the given directory. */
    SstableFile copyOf(SstableFile file, Path directory) throws IOException {
        return apply(copy(file, directory));
    }

    /** Creates a copy with another offset of a chunk in CompressionInfo.db. */
    static SstableFile copyWithOffset(SstableFile file, Path directory, int chunk, long offset) throws IOException {
        return withOffset(copy(file, directory), chunk, offset);
    }

    private static SstableFile copy(SstableFile file, Path directory) throws IOException {
        Files.createDirectories(directory);
        Path data = directory.resolve(file.data().getFileName());
        Path chunkTable = directory.resolve(file.chunkTable().getFileName());
        Files.copy(file.data(), data);
        Files.copy(file.chunkTable(), chunkTable);
        return new SstableFile(file.name(), data, chunkTable, file.chunks(), file.compressedLengthBytes());
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) Files.delete(file);
        }
        Files.delete(directory);
    }

    private static SstableFile withOffset(SstableFile copy, int chunk, long offset) {
        ChunkTable damaged = copy.chunks().withOffset(chunk, offset);
        damaged.write(copy.chunkTable());
        return new SstableFile(copy.name(), copy.data(), copy.chunkTable(), damaged, copy.compressedLengthBytes());
    }

    /**
     * Returns the copy with the length of its truncated file, which Cassandra uses when it opens an sstable after a
     * restart.
     */
    private static SstableFile withTruncatedLength(SstableFile copy) throws IOException {
        return new SstableFile(copy.name(), copy.data(), copy.chunkTable(), copy.chunks(), Files.size(copy.data()));
    }

    /** A copy of the one of the suites, because the rules also run in a JVM on Java 8 that has only the classes of the contract. */
    private static void flip(Path data, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(data, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 0x10)).rewind();
            channel.write(one, offset);
        }
    }

    private static void truncate(Path data, long lengthBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(data, StandardOpenOption.WRITE)) {
            channel.truncate(lengthBytes);
        }
    }
}
