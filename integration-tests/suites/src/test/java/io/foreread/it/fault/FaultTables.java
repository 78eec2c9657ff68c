package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of the fault suites. Automatic compaction is disabled, so only tests compact them. */
final class FaultTables {
    static final String KEYSPACE = "fault";

    /** The result of {@link #compact} if the compaction succeeds. */
    static final String DONE = "done";
    /** The number of faults at random moments. {@code -Dforeread.faults=100} sets another one. */
    static final int RANDOM_FAULTS = Integer.getInteger("foreread.faults", 12);

    private static final int PAYLOAD_BYTES = 1000;

    private FaultTables() {}

    /**
     * Creates overlapping sstables with {@code rows} rows each. Half of the rows of an sstable are also in the next
     * sstable.
     */
    static void write(CassandraNode node, String table, int sstables, int rows) {
        write(node, table, sstables, rows, "");
    }

    /** @param options further table options, which start with AND; empty for none */
    static void write(CassandraNode node, String table, int sstables, int rows, String options) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        DeterministicRows writer = new DeterministicRows(node.session(), KEYSPACE + "." + table, PAYLOAD_BYTES);
        writer.createTable("compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}" + options);
        writer.writeOverlapping(sstables, rows / 2, rows, () -> node.jmx().flush(KEYSPACE, table));
    }

    static RowDigest digest(CassandraNode node, String table) {
        return RowDigest.of(node.session(), KEYSPACE + "." + table);
    }

    /** Counts the rows of all pages of a scan without blocking and without an additional thread. */
    static CompletionStage<Long> countRows(CqlSession session, SimpleStatement scan) {
        return session.executeAsync(scan).thenCompose(FaultTables::countRows);
    }

    private static CompletionStage<Long> countRows(AsyncResultSet page) {
        long rows = page.remaining();
        if (!page.hasMorePages()) return CompletableFuture.completedFuture(rows);
        return page.fetchNextPage().thenCompose(FaultTables::countRows).thenApply(more -> rows + more);
    }

    /** The result of a full scan: its digest, or the failure that the client receives. */
    static String scan(CassandraNode node, String table) {
        try {
            return digest(node, table).toString();
        } catch (DriverException e) {
            return e.getClass().getSimpleName();
        }
    }

    /** The keys from 0 (inclusive) to {@code to} (exclusive) for which a point read fails or returns no row. */
    static Set<Long> unreadable(CassandraNode node, String table, long to) {
        PreparedStatement select =
                node.session().prepare("SELECT payload FROM " + KEYSPACE + "." + table + " WHERE id = ?");
        Set<Long> failed = new TreeSet<>();
        for (long id = 0; id < to; id++) {
            try {
                if (node.session().execute(select.bind(id)).one() == null) failed.add(id);
            } catch (DriverException e) {
                failed.add(id);
            }
        }
        return failed;
    }

    static String compact(CassandraNode node, String table) {
        return ending(() -> node.jmx().majorCompact(KEYSPACE, table));
    }

    /** The result of a JMX operation as its caller sees it: {@link #DONE}, or a text that identifies the exception. */
    static String ending(Runnable operation) {
        try {
            operation.run();
            return DONE;
        } catch (IllegalStateException e) {
            return LogErrors.withoutRunSpecifics(e.getMessage());
        } catch (UncheckedIOException e) {
            // This JVM cannot deserialize an exception of Cassandra. The name of the missing class identifies the
            // exception.
            Throwable cause = e;
            while (cause.getCause() != null) cause = cause.getCause();
            // A node that has just died returns no exception.
            if (cause.getMessage() == null) return cause.getClass().getSimpleName();
            return LogErrors.withoutRunSpecifics(cause.getMessage().replaceFirst(";.*", ""));
        }
    }

    static CompletableFuture<String> startCompacting(CassandraNode node, String table) {
        return CompletableFuture.supplyAsync(() -> compact(node, table), StockAndAgent.THREADS);
    }

    static int liveSstables(CassandraNode node, String table) {
        return node.jmx()
                .getAttribute(
                        NodeJmx.name("org.apache.cassandra.metrics:type=Table,keyspace=" + KEYSPACE + ",scope=" + table
                                + ",name=LiveSSTableCount"),
                        "Value");
    }

    static Path directory(CassandraNode node, String table) {
        return node.dataDirectories(KEYSPACE, table).get(0);
    }

    /** The names of all files of the table, including snapshots and backups. */
    static Set<String> files(CassandraNode node, String table) {
        try (Stream<Path> files = Files.walk(directory(node, table))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks that each file belongs to a live sstable, by the number of sstables that the names of the files contain. */
    static void assertNoOrphan(CassandraNode node, String table) {
        Set<String> sstables = files(node, table).stream()
                .map(file -> file.substring(0, Math.max(0, file.lastIndexOf('-'))))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(sstables)
                .as(() -> "sstables of the files " + files(node, table))
                .hasSize(liveSstables(node, table));
    }

    /** The number of bytes in the Data.db files whose names are not in the given set. */
    static long unfinishedBytes(CassandraNode node, String table, Set<String> finished) {
        File[] files = directory(node, table).toFile().listFiles((directory, name) -> name.endsWith("-Data.db"));
        return Arrays.stream(files)
                .filter(file -> !finished.contains(file.getName()))
                .mapToLong(File::length)
                .sum();
    }
}
