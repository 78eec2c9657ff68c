package io.foreread.it.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;

/** Checks several kinds of compactions. Each method has its own tables. */
final class Compactions {
    private static final String KEYSPACE = "compactions";
    private static final String LEVELED =
            "compaction = {'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 1}";
    private static final int ROW_BYTES = 1000;

    private Compactions() {}

    /** Compacts a level and a new sstable. The scanner of the level opens the sstables of the level one after another. */
    static void compactLevelAndNewSstable(CassandraNode node, CassandraRelease release) {
        DeterministicRows rows = table(node, "levels", LEVELED);
        node.jmx().disableAutoCompaction(KEYSPACE, "levels");
        writeAndFlush(node, rows, "levels", 0, 0, 6000);
        node.jmx().majorCompact(KEYSPACE, "levels");
        TableFiles files = new TableFiles(node, KEYSPACE, "levels");
        assertThat(files.count()).as("sstables of a level").isGreaterThan(3);
        writeAndFlush(node, rows, "levels", 1, 3000, 7000);
        RowDigest before = stockDigest(node, "levels");
        long bytes = files.dataBytes();
        long sstables = files.count();
        Observed observed = Observed.during(node, () -> node.jmx().majorCompact(KEYSPACE, "levels"));
        assertDigest(node, "levels", before);
        assertReadAhead(release, observed, sstables, bytes);
    }

    /**
     * Flushes until Cassandra starts minor compactions, and compares the rows with those of a table that contains the same
     * rows and is not compacted.
     */
    static void minorByFlushes(CassandraNode node, CassandraRelease release) {
        DeterministicRows alone = table(node, "untouched", "");
        node.jmx().disableAutoCompaction(KEYSPACE, "untouched");
        DeterministicRows tiered = table(node, "tiered", "");
        DeterministicRows leveled = table(node, "minor_levels", LEVELED);
        TableFiles untouched = new TableFiles(node, KEYSPACE, "untouched");
        Observed observed = Observed.during(node, () -> {
            for (int version = 0; version < 8; version++) {
                writeAndFlush(node, alone, "untouched", version, version * 200L, version * 200L + 800);
                writeAndFlush(node, tiered, "tiered", version, version * 200L, version * 200L + 800);
                writeAndFlush(node, leveled, "minor_levels", version, version * 200L, version * 200L + 800);
            }
            for (String table : new String[] {"tiered", "minor_levels"})
                Awaitility.await("minor compactions of " + table)
                        .atMost(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> new TableFiles(node, KEYSPACE, table).count() < untouched.count()
                                && pending(node, table) == 0);
        });
        RowDigest rows = stockDigest(node, "untouched");
        assertDigest(node, "tiered", rows);
        assertDigest(node, "minor_levels", rows);
        assertReadAhead(release, observed, 8, untouched.dataBytes() / 2);
    }

    /** Compacts many small sstables, first with memory for only a few of the scans, then with memory for all. */
    static void tinySstables(CassandraNode node, CassandraRelease release, int sstables) {
        DeterministicRows rows =
                table(node, "tiny", "compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 4}");
        node.jmx().disableAutoCompaction(KEYSPACE, "tiny");
        for (int i = 0; i < sstables; i++) writeAndFlush(node, rows, "tiny", i, i * 10L, i * 10L + 20);
        TableFiles files = new TableFiles(node, KEYSPACE, "tiny");
        assertThat(files.count()).isEqualTo(sstables);
        RowDigest before = stockDigest(node, "tiny");
        assertThat(before.rows()).isEqualTo(sstables * 10L + 10);

        DeterministicRows.createKeyspace(node.session(), "tiny_copy", false);
        node.session()
                .execute("CREATE TABLE tiny_copy.tiny (id bigint PRIMARY KEY, payload blob) WITH"
                        + " compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 4}");
        node.jmx().disableAutoCompaction("tiny_copy");
        TableFiles copy = new TableFiles(node, "tiny_copy", "tiny");
        files.copyTo(copy);

        long budget = node.jmx().<Long>getAttribute(NodeJmx.READ_AHEAD, "BufferBudgetBytes");
        node.jmx().setAttribute(NodeJmx.READ_AHEAD, "BufferBudgetBytes", 4L << 20);
        try {
            Observed observed = Observed.during(node, () -> node.jmx().majorCompact("tiny_copy", "tiny"));
            if (!release.hasNativeReadAhead())
                assertThat(observed.fallbacks("budget_spent")).isPositive();
        } finally {
            node.jmx().setAttribute(NodeJmx.READ_AHEAD, "BufferBudgetBytes", budget);
        }
        Observed observed = Observed.during(node, () -> node.jmx().majorCompact(KEYSPACE, "tiny"));
        assertReadAhead(release, observed, sstables, 0);
        assertDigest(node, "tiny", before);
        assertThat(RowDigest.of(node.session(), "tiny_copy.tiny")).isEqualTo(before);
        assertThat(files.dataDigests()).hasSize(1).isEqualTo(copy.dataDigests());
        Tally.SSTABLES_COMPARED.add(files.count());
        Tally.BYTES_COMPARED.add(files.dataBytes());
    }

    /**
     * Reads a table during its compaction, which is throttled so that reads find the output of the compaction in
     * several states.
     */
    static void readWhileRunning(CassandraNode node, CassandraRelease release) {
        DeterministicRows rows = table(node, "watched", "");
        node.jmx().disableAutoCompaction(KEYSPACE, "watched");
        writeAndFlush(node, rows, "watched", 0, 0, 3000);
        writeAndFlush(node, rows, "watched", 1, 1500, 4500);
        RowDigest before = stockDigest(node, "watched");
        node.jmx().setCompactionThroughput(1);
        try {
            CompletableFuture<Void> compaction =
                    CompletableFuture.runAsync(() -> node.jmx().majorCompact(KEYSPACE, "watched"));
            int reads = 0;
            Observed observed;
            do {
                observed = Observed.during(node, () -> assertThat(RowDigest.of(node.session(), KEYSPACE + ".watched"))
                        .isEqualTo(before));
                if (!compaction.isDone()) {
                    reads++;
                    if (!release.hasNativeReadAhead())
                        assertThat(observed.scansOfForeread("ramp")).isPositive();
                }
            } while (!compaction.isDone());
            compaction.join();
            assertThat(reads).as("reads during the compaction").isPositive();
            Tally.ROWS_COMPARED.add(reads * before.rows());
        } finally {
            node.jmx().setCompactionThroughput(0);
        }
        assertDigest(node, "watched", before);
    }

    private static DeterministicRows table(CassandraNode node, String table, String options) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + table, ROW_BYTES);
        rows.createTable(options);
        return rows;
    }

    private static void writeAndFlush(
            CassandraNode node, DeterministicRows rows, String table, int version, long from, long to) {
        rows.write(from, to, version);
        node.jmx().flush(KEYSPACE, table);
    }

    private static int pending(CassandraNode node, String table) {
        return node.jmx()
                .<Integer>getAttribute(
                        NodeJmx.name("org.apache.cassandra.metrics:type=Table,keyspace=" + KEYSPACE + ",scope=" + table
                                + ",name=PendingCompactions"),
                        "Value");
    }

    private static RowDigest stockDigest(CassandraNode node, String table) {
        return PreparedKeyspace.withoutReadAhead(node, () -> RowDigest.of(node.session(), KEYSPACE + "." + table));
    }

    private static void assertDigest(CassandraNode node, String table, RowDigest expected) {
        assertThat(RowDigest.of(node.session(), KEYSPACE + "." + table)).isEqualTo(expected);
        assertThat(stockDigest(node, table)).isEqualTo(expected);
        Tally.ROWS_COMPARED.add(2 * expected.rows());
    }

    private static void assertReadAhead(CassandraRelease release, Observed observed, long sstables, long bytes) {
        if (!release.hasNativeReadAhead()) observed.assertReadAhead(sstables, bytes);
    }
}
