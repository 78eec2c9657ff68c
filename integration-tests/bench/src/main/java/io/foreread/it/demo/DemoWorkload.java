package io.foreread.it.demo;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * One table of the demo: rows of 1 KiB in four sstables. Each sstable rewrites half of the previous one.
 *
 * <pre>
 * sstable 1  |=========|
 * sstable 2       |=========|
 * sstable 3            |=========|
 * sstable 4                 |=========|      2.5 sstables' worth of distinct rows
 * </pre>
 */
final class DemoWorkload {
    static final String KEYSPACE = "foreread_demo";

    /**
     * Settings for {@link ChildJvmNodeBuilder#yaml}. With them, a memtable in a heap of 1 GiB holds all rows of one sstable of
     * the default size, so that only explicit flushes create sstables.
     */
    static final Map<String, Object> YAML = Map.of("memtable_heap_space_in_mb", 400, "memtable_cleanup_threshold", 0.6);

    private static final int SSTABLES = 4;
    private static final int ROW_BYTES = 1024;

    private final ChildJvmNode node;
    private final String table;
    private final long rowsPerSSTable;

    /** @param bytes payload to write, including rows that are overwritten later */
    DemoWorkload(ChildJvmNode node, String table, long bytes) {
        this.node = node;
        this.table = table;
        // The number must be even, because sstables overlap by half of it.
        this.rowsPerSSTable = Math.max(2, bytes / ROW_BYTES / SSTABLES / 2 * 2);
    }

    static void createKeyspace(ChildJvmNode node) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
    }

    String table() {
        return table;
    }

    String qualifiedTable() {
        return KEYSPACE + "." + table;
    }

    long rowsWritten() {
        return rowsPerSSTable * SSTABLES;
    }

    /** The number of distinct rows. */
    long rows() {
        return rowsPerSSTable + (SSTABLES - 1) * rowsPerSSTable / 2;
    }

    /**
     * Creates the table and writes its sstables.
     *
     * @param progress called with the number of rows written so far
     */
    void write(LongConsumer progress) {
        DeterministicRows rows = new DeterministicRows(node.session(), qualifiedTable(), ROW_BYTES);
        rows.createTable("compression = {'class': 'LZ4Compressor'}");
        node.jmx().disableAutoCompaction(KEYSPACE, table);
        for (int i = 0; i < SSTABLES; i++) {
            long from = i * rowsPerSSTable / 2;
            long before = i * rowsPerSSTable;
            rows.write(from, from + rowsPerSSTable, i, acknowledged -> progress.accept(before + acknowledged));
            node.jmx().flush(KEYSPACE, table);
        }
    }

    /**
     * Reads all rows.
     *
     * @param progress called with the number of rows read so far
     */
    RowDigest digest(LongConsumer progress) {
        return RowDigest.of(node.session(), qualifiedTable(), progress);
    }
}
