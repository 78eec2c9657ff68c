package io.foreread.it.fault;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.stream.Stream;

/** Damage to a component of the second sstable of a table. It is applied while no node has the sstable open. */
enum SstableDamage {
    FLIPPED_DATA("Data.db") {
        @Override
        void apply(Path file) throws IOException {
            flip(file, Files.size(file) / 2);
        }
    },
    CUT_DATA("Data.db") {
        @Override
        void apply(Path file) throws IOException {
            cut(file, Files.size(file) * 2 / 3);
        }
    },
    /** CompressionInfo.db can still be read, but it has a wrong offset for one chunk. */
    FLIPPED_CHUNK_TABLE("CompressionInfo.db") {
        @Override
        void apply(Path file) throws IOException {
            flip(file, Files.size(file) - 10 * Long.BYTES - 1);
        }
    },
    CUT_CHUNK_TABLE("CompressionInfo.db") {
        @Override
        void apply(Path file) throws IOException {
            cut(file, Files.size(file) / 2);
        }
    };

    private final String component;

    SstableDamage(String component) {
        this.component = component;
    }

    abstract void apply(Path file) throws IOException;

    /** The name of the table with this damage. */
    String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    void applyToSecondOf(Path tableDirectory) throws IOException {
        apply(secondOf(tableDirectory, component));
    }

    /** The path of a component of the second sstable. */
    static Path secondOf(Path tableDirectory, String component) throws IOException {
        try (Stream<Path> files = Files.list(tableDirectory)) {
            return files.filter(file -> file.toString().endsWith("-" + component))
                    .sorted()
                    .toList()
                    .get(1);
        }
    }

    /** Flips one bit of the byte at this offset. A second call restores the byte. */
    static void flip(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 0x10)).rewind();
            channel.write(one, offset);
        }
    }

    private static void cut(Path file, long lengthBytes) throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(lengthBytes);
        }
    }
}
