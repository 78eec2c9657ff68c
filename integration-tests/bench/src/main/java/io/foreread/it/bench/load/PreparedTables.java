package io.foreread.it.bench.load;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Sstables of many tables, kept for later runs, because creating 1,000 tables takes minutes. */
public final class PreparedTables {
    static final String KEYSPACE = "bench";
    /** The table that clients read and write, in addition to the requested tables. */
    static final String LOADED = KEYSPACE + ".loaded";

    private static final int ROWS = 5;
    private static final int AT_ONCE = 32;

    private PreparedTables() {}

    /** @return the data directory of a node, which must not be changed */
    public static Path of(CassandraVersion release, int tables, Path cache, Progress progress) {
        Path kept = cache.resolve("tables-" + release + "-" + tables);
        if (Files.isDirectory(kept)) return kept;
        Path storage = cache.resolve("preparing-" + ProcessHandle.current().pid());
        progress.step("Cassandra " + release + ": making " + tables + " tables, once");
        ChildJvmNodeBuilder builder = BenchNode.builder(release, storage)
                // With the default, each table allocates a slab of 1 MiB, and the node waits for flushes.
                .yaml("memtable_allocation_type", "unslabbed_heap_buffers")
                // With the default, each new table causes a flush. The node is drained at the end instead.
                .systemProperty("cassandra.test.flush_local_schema_changes", "false");
        try {
            try (ChildJvmNode node = builder.start()) {
                fill(node.session(), tables, progress);
                node.jmx().flush(KEYSPACE);
                node.jmx().drain();
            }
            Files.move(storage.resolve("data"), kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the tables in " + kept, e);
        } finally {
            deleteTree(storage);
        }
        progress.done("done");
        return kept;
    }

    private static void fill(CqlSession session, int tables, Progress progress) {
        // The driver would read the complete schema again after each table.
        session.setSchemaMetadataEnabled(false);
        session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE " + LOADED + " (k int PRIMARY KEY, v text)");
        all(
                session,
                tables,
                i -> "CREATE TABLE " + name(i) + " (k int PRIMARY KEY, v text)",
                i -> progress.at(i, tables));
        all(
                session,
                tables * ROWS,
                i -> "INSERT INTO " + name(i / ROWS) + " (k, v) VALUES (" + i % ROWS + ", 'v')",
                i -> {});
    }

    private static String name(int table) {
        return String.format("%s.t%04d", KEYSPACE, table);
    }

    private static void all(CqlSession session, int count, IntFunction<String> statement, IntConsumer progress) {
        Semaphore room = new Semaphore(AT_ONCE);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        for (int i = 0; i < count && failed.get() == null; i++) {
            room.acquireUninterruptibly();
            progress.accept(i);
            CompletionStage<AsyncResultSet> done = session.executeAsync(statement.apply(i));
            done.whenComplete((result, error) -> {
                if (error != null) failed.compareAndSet(null, error);
                room.release();
            });
        }
        room.acquireUninterruptibly(AT_ONCE);
        if (failed.get() != null)
            throw new IllegalStateException("cannot fill the tables: " + failed.get(), failed.get());
    }

    /** Copies a directory with hard links to its files, because sstables do not change. */
    public static void link(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(to.resolve(from.relativize(directory)));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.createLink(to.resolve(from.relativize(file)), file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot link " + from + " to " + to, e);
        }
    }

    public static void deleteTree(Path directory) {
        if (!Files.exists(directory)) return;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }
}
