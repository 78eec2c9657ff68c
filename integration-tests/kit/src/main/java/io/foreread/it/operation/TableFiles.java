package io.foreread.it.operation;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.NodeJmx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The files of the live sstables of one table on a node. */
public final class TableFiles {
    private static final String DATA = "-Data.db";

    private final CassandraNode node;
    private final String keyspace;
    private final String table;

    public TableFiles(CassandraNode node, String keyspace, String table) {
        this.node = node;
        this.keyspace = keyspace;
        this.table = table;
    }

    /** Size and SHA-256 of each Data.db, sorted. Equal lists mean equal bytes. */
    public List<String> dataDigests() {
        List<String> digests = new ArrayList<>();
        for (Path file : data()) digests.add(file.toFile().length() + " " + sha256(file));
        digests.sort(null);
        return digests;
    }

    /** Size and SHA-256 of each component of the only live sstable, by the name of the component, such as Index.db. */
    public Map<String, String> componentDigests() {
        String sstable = onlySstable();
        Map<String, String> digests = new TreeMap<>();
        for (Path file : components(directory())) {
            String name = file.getFileName().toString();
            if (name.startsWith(sstable + "-"))
                digests.put(name.substring(sstable.length() + 1), file.toFile().length() + " " + sha256(file));
        }
        return digests;
    }

    /** The name of the only live sstable, such as {@code nb-12-big}. */
    public String onlySstable() {
        List<Path> data = data();
        if (data.size() != 1) throw new IllegalStateException(keyspace + "." + table + " has " + data);
        String name = data.get(0).getFileName().toString();
        return name.substring(0, name.length() - DATA.length());
    }

    /** The name of the directory of the table. */
    public String directoryName() {
        return directory().getFileName().toString();
    }

    public long dataBytes() {
        return data().stream().mapToLong(file -> file.toFile().length()).sum();
    }

    public int count() {
        return data().size();
    }

    /** Copies the sstables to another table, which must not have any. */
    public void copyTo(TableFiles empty) {
        data();
        try {
            for (Path file : components(directory()))
                Files.copy(file, empty.directory().resolve(file.getFileName()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + directory() + " to " + empty.directory(), e);
        }
        empty.node.jmx().loadNewSSTables(empty.keyspace, empty.table);
    }

    /**
     * Returns the Data.db files of the live sstables. Waits until the directory has no other sstables, because
     * Cassandra deletes compacted sstables some time after the compaction has returned.
     */
    private List<Path> data() {
        return Awaitility.await("only live sstables of " + keyspace + "." + table)
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> components(directory()).stream()
                                .filter(file -> file.toString().endsWith(DATA))
                                .toList(),
                        files -> files.size() == liveCount());
    }

    private int liveCount() {
        return node.jmx()
                .<Integer>getAttribute(
                        NodeJmx.name("org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + table
                                + ",name=LiveSSTableCount"),
                        "Value");
    }

    private Path directory() {
        List<Path> directories = node.dataDirectories(keyspace, table);
        if (directories.size() != 1) throw new IllegalStateException(keyspace + "." + table + " is in " + directories);
        return directories.get(0);
    }

    private static List<Path> components(Path directory) {
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(file -> file.getFileName().toString().matches("[a-z]{2}-[^-]+-(big|bti)-.*"))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
