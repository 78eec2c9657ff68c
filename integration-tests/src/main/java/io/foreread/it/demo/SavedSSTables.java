package io.foreread.it.demo;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.PageCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A table's sstables, hard-linked aside so that the same input can be compacted again and again. */
final class SavedSSTables {
    /** Far above what the node has used itself by then. */
    private static final int FIRST_GENERATION = 1000;

    private final ChildJvmNode node;
    private final String table;
    private final Path directory;
    private int nextGeneration = FIRST_GENERATION;

    private SavedSSTables(ChildJvmNode node, String table, Path directory) {
        this.node = node;
        this.table = table;
        this.directory = directory;
    }

    /** @param aside a directory on the same file system as the table's; made here */
    static SavedSSTables of(ChildJvmNode node, String table, Path aside) {
        SavedSSTables saved = new SavedSSTables(node, table, aside);
        try {
            Files.createDirectories(aside);
            for (Path file : files(saved.tableDirectory())) Files.createLink(aside.resolve(file.getFileName()), file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot link sstables to " + aside, e);
        }
        return saved;
    }

    /** Bytes of all Data.db files. */
    long dataBytes() {
        return files(directory).stream()
                .filter(SavedSSTables::isData)
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    int count() {
        return (int) files(directory).stream().filter(SavedSSTables::isData).count();
    }

    /** Makes the table hold exactly the saved sstables again, none of them in the page cache. */
    void restore() {
        node.session().execute("TRUNCATE " + Workload.KEYSPACE + "." + table);
        Awaitility.await("the old sstables to go")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> files(tableDirectory()).isEmpty());
        // Pages that are still mapped cannot be dropped.
        node.jmx().collectGarbage();
        link();
        PageCache.drop(List.of(directory));
        node.jmx().loadNewSSTables(Workload.KEYSPACE, table);
        PageCache.drop(List.of(directory));
    }

    private void link() {
        Map<String, List<Path>> bySSTable = files(directory).stream()
                .collect(Collectors.groupingBy(SavedSSTables::id, TreeMap::new, Collectors.toList()));
        Path target = tableDirectory();
        for (List<Path> components : bySSTable.values()) {
            int generation = nextGeneration++;
            for (Path component : components) {
                String[] parts = component.getFileName().toString().split("-", 3);
                Path link = target.resolve(parts[0] + "-" + generation + "-" + parts[2]);
                try {
                    Files.createLink(link, component);
                } catch (IOException e) {
                    throw new UncheckedIOException("cannot link " + component + " to " + link, e);
                }
            }
        }
    }

    private Path tableDirectory() {
        return node.dataDirectories(Workload.KEYSPACE, table).get(0);
    }

    /** {@code nb-12-big-Data.db}: version, id, format and component. */
    private static String id(Path file) {
        return file.getFileName().toString().split("-", 3)[1];
    }

    private static boolean isData(Path file) {
        return file.getFileName().toString().endsWith("-Data.db");
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
