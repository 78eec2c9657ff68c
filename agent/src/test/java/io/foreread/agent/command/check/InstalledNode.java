package io.foreread.agent.command.check;

import io.foreread.agent.command.CommandRun;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.cassandra.config.Config;

/** The files of a node that does not run, and a sysfs with the device of these files. */
final class InstalledNode {
    private static final String VERSION = "org/apache/cassandra/config/version.properties";

    private final Path root;

    InstalledNode(Path root) throws IOException {
        this.root = root;
        Files.createDirectories(root.resolve("lib"));
        Files.createDirectories(root.resolve("data/data"));
    }

    /** The jar of the release that the agent is compiled against. */
    static Path compiledAgainst() {
        try {
            return Path.of(Config.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds the jar that {@link #compiledAgainst} returns. */
    InstalledNode release() throws IOException {
        Files.copy(
                compiledAgainst(), root.resolve("lib").resolve(compiledAgainst().getFileName()));
        return this;
    }

    /** Adds a jar with this version and only those entries whose names the predicate accepts. */
    InstalledNode release(String version, Predicate<String> classes) throws IOException {
        Path jar = root.resolve("lib/apache-cassandra-" + version + ".jar");
        try (ZipFile from = new ZipFile(compiledAgainst().toFile());
                ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Enumeration<? extends ZipEntry> entries = from.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (entry.isDirectory() || entry.getName().equals(VERSION) || !classes.test(entry.getName())) continue;
                copy(from, entry, to);
            }
            to.putNextEntry(new ZipEntry(VERSION));
            to.write(("CassandraVersion=" + version + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return this;
    }

    private static void copy(ZipFile from, ZipEntry entry, OutputStream to) throws IOException {
        ((ZipOutputStream) to).putNextEntry(new ZipEntry(entry.getName()));
        try (InputStream in = from.getInputStream(entry)) {
            in.transferTo(to);
        }
    }

    InstalledNode yaml(String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("cluster_name: 'Test Cluster'");
        Files.write(root.resolve("cassandra.yaml"), all);
        return this;
    }

    InstalledNode jvmOptions(String... lines) throws IOException {
        Files.write(root.resolve("jvm-server.options"), List.of(lines));
        return this;
    }

    /** Adds a sysfs in which the data is on a partition of a disk with this readahead. */
    InstalledNode readahead(String kib) throws IOException {
        String device = BlockDevice.of(root).toString().replaceFirst(" .*", "");
        Path partition = Files.createDirectories(root.resolve("sys/devices/virtual/block/vdb/vdb1"));
        Files.createDirectories(partition.resolveSibling("queue"));
        Files.writeString(partition.resolveSibling("queue").resolve("read_ahead_kb"), kib + "\n");
        Files.createDirectories(root.resolve("sys/dev/block"));
        Files.createSymbolicLink(root.resolve("sys/dev/block/" + device), partition);
        return this;
    }

    InstalledNode remove(String table, String file) throws IOException {
        Files.delete(directory(table).resolve(file));
        return this;
    }

    private Path directory(String table) {
        return root.resolve("data/data").resolve(table.replace('.', '/') + "-" + "0123456789abcdef".repeat(2));
    }

    InstalledNode sstable(String table, int number, String format, int bytes, boolean compressed) throws IOException {
        Path directory = Files.createDirectories(directory(table));
        String name = "nb-" + number + "-" + format;
        Files.write(directory.resolve(name + "-Data.db"), new byte[bytes]);
        Files.write(directory.resolve(name + "-Statistics.db"), new byte[10]);
        if (compressed) Files.write(directory.resolve(name + "-CompressionInfo.db"), new byte[10]);
        return this;
    }

    CommandRun check(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "check",
                "--conf",
                root.resolve("cassandra.yaml").toString(),
                "--lib",
                root.resolve("lib").toString(),
                "--sysfs",
                root.resolve("sys").toString()));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments.toArray(new String[0]));
    }
}
