package io.foreread.it.fault;

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

/** The tables of these suites, which nobody compacts but the test. */
final class FaultTables {
    static final String KEYSPACE = "fault";

    /** What {@link #compact} says of one that nothing stopped. */
    static final String DONE = "done";

    private static final int PAYLOAD_BYTES = 1000;

    private FaultTables() {}

    /** Overlapping sstables of so many rows each, half of which the next one has too. */
    static void write(CassandraNode node, String table, int sstables, int rows) {
        write(node, table, sstables, rows, "");
    }

    /** @param options of the table beside its compaction, which begin with AND; empty for none */
    static void write(CassandraNode node, String table, int sstables, int rows, String options) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        DeterministicRows writer = new DeterministicRows(node.session(), KEYSPACE + "." + table, PAYLOAD_BYTES);
        writer.createTable("compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}" + options);
        for (int i = 0; i < sstables; i++) {
            writer.write(i * (rows / 2L), i * (rows / 2L) + rows, i, done -> {});
            node.jmx().flush(KEYSPACE, table);
        }
    }

    static RowDigest digest(CassandraNode node, String table) {
        return RowDigest.of(node.session(), KEYSPACE + "." + table);
    }

    /** Of all pages of a scan, without a thread for it. */
    static CompletionStage<Long> countRows(CqlSession session, SimpleStatement scan) {
        return session.executeAsync(scan).thenCompose(FaultTables::countRows);
    }

    private static CompletionStage<Long> countRows(AsyncResultSet page) {
        long rows = page.remaining();
        if (!page.hasMorePages()) return CompletableFuture.completedFuture(rows);
        return page.fetchNextPage().thenCompose(FaultTables::countRows).thenApply(more -> rows + more);
    }

    /** How a full scan ends: its digest, or the failure that the client receives. */
    static String scan(CassandraNode node, String table) {
        try {
            return digest(node, table).toString();
        } catch (DriverException e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Those of the keys from 0 to the given one that a point read does not return. */
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

    /** How an operation ends for the operator who asked for it: the last cause, or {@link #DONE}. */
    static String ending(Runnable operation) {
        try {
            operation.run();
            return DONE;
        } catch (IllegalStateException e) {
            return LogErrors.withoutRunSpecifics(e.getMessage());
        } catch (UncheckedIOException e) {
            // An exception of Cassandra's own, which this JVM cannot read: all it knows is which class it lacks.
            Throwable cause = e;
            while (cause.getCause() != null) cause = cause.getCause();
            // A node that has just died leaves none.
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

    /** Names of all files of the table, of snapshots and backups too. */
    static Set<String> files(CassandraNode node, String table) {
        try (Stream<Path> files = Files.walk(directory(node, table))) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What Data.db files have that are not among those given. */
    static long unfinishedBytes(CassandraNode node, String table, Set<String> finished) {
        File[] files = directory(node, table).toFile().listFiles((directory, name) -> name.endsWith("-Data.db"));
        return Arrays.stream(files)
                .filter(file -> !finished.contains(file.getName()))
                .mapToLong(File::length)
                .sum();
    }
}
