package io.foreread.agent.command.check;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The Data.db of an sstable. Immutable. */
final class ListedSstable {
    private static final String DATA = "-Data.db";

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
     * Lists the sstables of all tables except those of Cassandra itself, without snapshots and backups.
     *
     * @throws IOException if a directory exists and cannot be read
     */
    static List<ListedSstable> in(List<Path> dataDirectories) throws IOException {
        List<ListedSstable> all = new ArrayList<>();
        for (Path data : dataDirectories) {
            if (!Files.exists(data)) continue;
            for (Path keyspace : directories(data)) {
                String name = String.valueOf(keyspace.getFileName());
                if (name.equals("system") || name.startsWith("system_")) continue;
                for (Path table : directories(keyspace)) addAll(name, table, all);
            }
        }
        return all;
    }

    private static List<Path> directories(Path parent) throws IOException {
        List<Path> directories = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, path -> Files.isDirectory(path))) {
            entries.forEach(directories::add);
        }
        return directories;
    }

    private static void addAll(String keyspace, Path directory, List<ListedSstable> all) throws IOException {
        // The name of the directory consists of the name and the id of the table.
        String table = keyspace + "." + String.valueOf(directory.getFileName()).replaceFirst("-[0-9a-f]{32}$", "");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + DATA)) {
            for (Path file : files) {
                try {
                    all.add(new ListedSstable(table, file));
                } catch (NoSuchFileException ignored) {
                    // A compaction has removed the file since it was listed.
                }
            }
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
