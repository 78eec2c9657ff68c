package io.foreread.agent.command.check;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The Data.db of an sstable. Immutable. */
final class ListedSstable {
    private static final String DATA = "-Data.db";
    private static final List<String> KEYSPACES_OF_CASSANDRA = Arrays.asList(
            "system", "system_schema", "system_auth", "system_distributed", "system_traces", "system_cluster_metadata");

    private final String table;
    private final String format;
    private final long bytes;
    private final boolean compressed;

    private ListedSstable(String table, Path file) throws IOException {
        this.table = table;
        String name = String.valueOf(file.getFileName());
        // Such as nb-1-big-Data.db and da-1-bti-Data.db.
        format = name.contains("-bti-") ? "bti" : "big";
        bytes = Files.size(file);
        compressed = Files.exists(file.resolveSibling(name.replace(DATA, "-CompressionInfo.db")));
    }

    /**
     * Lists the sstables of all tables except those of Cassandra itself, without sstables of indexes, snapshots and
     * backups. Leaves out an sstable without Statistics.db: a compaction or flush is still writing it. Cassandra writes
     * CompressionInfo.db and then Statistics.db when the sstable is complete. Before that, a compressed sstable looks like
     * an uncompressed one.
     *
     * @throws IOException if a directory exists and cannot be read
     */
    static List<ListedSstable> in(List<Path> dataDirectories) throws IOException {
        List<ListedSstable> all = new ArrayList<>();
        for (Path data : dataDirectories) {
            if (Files.notExists(data)) continue;
            for (Path keyspace : directories(data)) {
                String name = String.valueOf(keyspace.getFileName());
                // Such as lost+found, which only root can read.
                if (!name.matches("\\w+") || KEYSPACES_OF_CASSANDRA.contains(name)) continue;
                for (Path table : directories(keyspace)) addAll(name, table, all);
            }
        }
        return all;
    }

    private static List<Path> directories(Path parent) throws IOException {
        List<Path> directories = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, path -> Files.isDirectory(path))) {
            entries.forEach(directories::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return directories;
    }

    private static void addAll(String keyspace, Path directory, List<ListedSstable> all) throws IOException {
        // The name of the directory consists of the name and the id of the table.
        String table = keyspace + "." + String.valueOf(directory.getFileName()).replaceFirst("-[0-9a-f]{32}$", "");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + DATA)) {
            for (Path file : files) {
                String statistics = String.valueOf(file.getFileName()).replace(DATA, "-Statistics.db");
                if (!Files.exists(file.resolveSibling(statistics))) continue;
                try {
                    all.add(new ListedSstable(table, file));
                } catch (NoSuchFileException ignored) {
                    // A compaction has removed the file since it was listed.
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Keyspace and table, such as {@code shop.orders}. */
    String table() {
        return table;
    }

    /** big or bti. */
    String format() {
        return format;
    }

    long bytes() {
        return bytes;
    }

    boolean isCompressed() {
        return compressed;
    }
}
