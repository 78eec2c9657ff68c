package io.foreread.it.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The storage of a stopped node, which is copied for several nodes. */
record PreparedStorage(Path storage) {
    /** Copies everything except logs, configuration and temporary files. */
    void copyTo(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(storage)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path name = storage.relativize(file);
                if (!Files.isRegularFile(file) || name.toString().matches("(logs|conf|tmp)/.*")) continue;
                Path copy = directory.resolve(name);
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** The directory of the table in the storage of a node. */
    static Path table(Path storage, String table) throws IOException {
        try (Stream<Path> tables = Files.list(storage.resolve("data").resolve(FaultTables.KEYSPACE))) {
            return tables.filter(path -> path.getFileName().toString().startsWith(table + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
