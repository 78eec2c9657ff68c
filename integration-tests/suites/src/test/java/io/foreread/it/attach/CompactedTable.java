package io.foreread.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.fixture.ThreadReads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A table that is compacted again and again, and whose rows never change. */
final class CompactedTable {
    static final String KEYSPACE = "attach";

    private static final String TABLE = "compacted";
    /** Keyspace and table. */
    static final String NAME = KEYSPACE + "." + TABLE;

    private static final int SSTABLES = 4;
    private static final int ROWS = 3000;
    private static final long LIMIT_SECONDS = 120;

    private final AttachableNode node;
    private final RowDigest rows;

    private CompactedTable(AttachableNode node, RowDigest rows) {
        this.node = node;
        this.rows = rows;
    }

    /** Creates the table with overlapping sstables of 3 MB each. */
    static CompactedTable create(AttachableNode node) {
        DeterministicRows.createKeyspace(node.node().session(), KEYSPACE, true);
        DeterministicRows writer = new DeterministicRows(node.node().session(), NAME, 1000);
        writer.createTable("compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        writer.writeOverlapping(SSTABLES, ROWS / 2, ROWS, () -> node.jmx().flush(KEYSPACE, TABLE));
        return new CompactedTable(node, RowDigest.of(node.node().session(), NAME));
    }

    /** Compacts all sstables to one. */
    void compact() {
        node.jmx().majorCompact(KEYSPACE, TABLE);
    }

    /** Compacts, and returns what the threads of compactions have read by system calls. */
    ThreadReads compactAndCountReads() {
        ThreadReads before = ThreadReads.of(node.pid(), "CompactionExecutor");
        compact();
        return ThreadReads.of(node.pid(), "CompactionExecutor").since(before);
    }

    /** Begins a compaction that takes several seconds, and returns when it runs. */
    CompletableFuture<Void> startSlowCompaction() {
        return node.startSlowCompaction(KEYSPACE, TABLE);
    }

    /** Removes the limit of the compaction throughput and waits for the compaction. */
    void finish(CompletableFuture<Void> compaction) throws ExecutionException, TimeoutException, InterruptedException {
        node.jmx().setCompactionThroughput(0);
        compaction.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    void assertThatRowsAreUnchanged() {
        assertThat(RowDigest.of(node.node().session(), NAME)).isEqualTo(rows);
        Tally.ROWS_COMPARED.add(rows.rows());
    }
}
