package io.foreread.it.bench.laboratory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.bench.load.BenchNode;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.operation.Writes;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Sstables for all contenders, written once by a node and kept for later runs. The node is of 4.1, whose format every later
 * release reads, or of 3.11 if a contender is. Releases up to 5.0 read the format of 3.11.
 *
 * @param directory the directory of the sstables, which must not be changed
 * @param rows the digest of all rows of the sstables
 */
public record PreparedSSTables(Path directory, RowDigest rows) {
    private static final String ROWS_FILE = "rows.json";
    private static final CassandraRelease USUAL_WRITER = CassandraRelease.newestOf("4.1");
    private static final CassandraRelease OLDEST_WRITER = CassandraRelease.newestOf("3.11");

    public static PreparedSSTables of(DataSpec spec, List<ReaderVariant> contenders, Path cache, Progress progress) {
        boolean old = contenders.stream().anyMatch(one -> one.release().equals(OLDEST_WRITER));
        CassandraRelease writer = old ? OLDEST_WRITER : USUAL_WRITER;
        Path kept = cache.resolve(spec.directoryName() + (old ? "-" + OLDEST_WRITER : ""));
        if (!Files.isDirectory(kept)) make(spec, writer, kept, cache, progress);
        return new PreparedSSTables(kept, readRows(kept.resolve(ROWS_FILE)));
    }

    private static boolean matches(Path directory, DataSpec spec) {
        List<Path> compressed = ending(directory, "-CompressionInfo.db");
        if (!spec.isCompressed())
            return compressed.isEmpty() && ending(directory, "-Data.db").size() == spec.sstables();
        return compressed.stream()
                        .filter(file -> compressor(file).equals(spec.compressorClass()))
                        .count()
                == spec.sstables();
    }

    private static List<Path> ending(Path directory, String suffix) {
        return files(directory).stream()
                .filter(file -> file.toString().endsWith(suffix))
                .toList();
    }

    private static String compressor(Path compressionInfo) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(compressionInfo))) {
            return in.readUTF();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + compressionInfo, e);
        }
    }

    private static void make(DataSpec spec, CassandraRelease writer, Path kept, Path cache, Progress progress) {
        Path storage = cache.resolve("preparing-" + ProcessHandle.current().pid());
        progress.step("Cassandra " + writer + ": starting, to write sstables once");
        ChildJvmNodeBuilder builder = BenchNode.builder(writer.version(), storage)
                .heap("3g", "3g")
                // The memtable must be large enough that only explicit flushes create sstables.
                .yaml("memtable_heap_space_in_mb", 1800)
                .yaml("memtable_cleanup_threshold", 0.6);
        Path made = storage.resolve("made");
        try {
            try (ChildJvmNode node = builder.start()) {
                progress.done("started");
                write(node, spec, progress);
                progress.step("Reading all rows");
                RowDigest rows = RowDigest.of(node.session(), DataSpec.qualifiedTable());
                progress.done(String.format(Locale.ROOT, "%,d rows, SHA-256 %.8s", rows.rows(), rows.sha256()));
                Files.createDirectories(made);
                for (Path file : sstables(node))
                    Files.createLink(made.resolve(file.getFileName().toString()), file);
                if (!matches(made, spec))
                    throw new IllegalStateException("the node did not write " + spec.sstables()
                            + " sstables with compression: " + spec.compressor());
                writeRows(rows, made.resolve(ROWS_FILE));
            }
            Files.move(made, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the sstables in " + kept, e);
        } finally {
            PreparedTables.deleteTree(storage);
        }
    }

    /** Creates an empty table without automatic compaction. */
    static void createTable(ChildJvmNode node, DataSpec spec) {
        DeterministicRows.createKeyspace(node.session(), DataSpec.KEYSPACE, false);
        node.session().execute(spec.createTable());
        node.jmx().disableAutoCompaction(DataSpec.KEYSPACE, DataSpec.TABLE);
    }

    /** Creates the table of a node and writes its sstables. */
    public static void write(ChildJvmNode node, DataSpec spec, Progress progress) {
        createTable(node, spec);
        progress.step("Writing " + spec.dataMib() + " MiB through CQL");
        long rows = spec.workload().rowsPerSSTable(spec.dataMib(), spec.sstables());
        for (int number = 0; number < spec.sstables(); number++) {
            long before = number * rows;
            try (Writes writes = new Writes(node.session())) {
                spec.workload()
                        .write(
                                writes,
                                DataSpec.qualifiedTable(),
                                number,
                                rows,
                                done -> progress.at(before + done, spec.sstables() * rows));
            }
            node.jmx().flush(DataSpec.KEYSPACE, DataSpec.TABLE);
        }
        long made = sstables(node).stream()
                .filter(file -> file.toString().endsWith("-Data.db"))
                .count();
        if (made != spec.sstables())
            throw new IllegalStateException(made + " sstables instead of " + spec.sstables()
                    + ": a full memtable was flushed; use a smaller --data-mb or a larger --sstables");
        progress.done(made + " sstables");
    }

    private static List<Path> sstables(ChildJvmNode node) {
        return files(node.dataDirectories(DataSpec.KEYSPACE, DataSpec.TABLE).get(0));
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> list = Files.list(directory)) {
            return list.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Copies the sstables.
     *
     * @param to the target directory, which is created
     */
    public void copy(Path to) {
        try {
            Files.createDirectories(to);
            for (Path file : files(directory))
                if (!file.endsWith(ROWS_FILE)) Files.copy(file, to.resolve(file.getFileName()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy sstables to the volume", e);
        }
    }

    private static void writeRows(RowDigest rows, Path file) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        mapper.writeValue(
                file.toFile(),
                mapper.createObjectNode().put("rows", rows.rows()).put("sha256", rows.sha256()));
    }

    private static RowDigest readRows(Path file) {
        try {
            JsonNode json = new ObjectMapper().readTree(file.toFile());
            return new RowDigest(json.get("rows").asLong(), json.get("sha256").asText());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read " + file + "; delete its directory, and the next run writes the sstables again", e);
        }
    }
}
