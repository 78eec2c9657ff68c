package io.foreread.it.fault;

import io.foreread.it.fixture.FileBits;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Damage to a component of the second sstable of a table. It is applied while no node has the sstable open. */
enum SstableDamage {
    FLIPPED_DATA("Data.db") {
        @Override
        void apply(Path file) throws IOException {
            FileBits.flip(file, Files.size(file) / 2);
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
            FileBits.flip(file, Files.size(file) - 10 * Long.BYTES - 1);
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

    private static void cut(Path file, long lengthBytes) throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(lengthBytes);
        }
    }
}
