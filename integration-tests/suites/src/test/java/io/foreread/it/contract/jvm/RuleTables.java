package io.foreread.it.contract.jvm;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;

/**
 * Creates one sstable for each kind of file that rules need. The sstables are small, so that the rules can read all of
 * them for each mutant.
 */
final class RuleTables {
    static final String KEYSPACE = "rules";
    private static final int ROW_BYTES = 1000;
    private static final int NOISE_BYTES = 200_000;

    private final ChildJvmNode node;

    private RuleTables(ChildJvmNode node) {
        this.node = node;
    }

    static void write(ChildJvmNode node) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        RuleTables tables = new RuleTables(node);
        tables.write("lz4_16", compressor("LZ4", 16, ""), ROW_BYTES, 700);
        tables.write("lz4_4", compressor("LZ4", 4, ""), ROW_BYTES, 150);
        for (int kib : new int[] {32, 64, 128, 256})
            tables.write("lz4_" + kib, compressor("LZ4", kib, ""), ROW_BYTES, 450);
        tables.write("snappy_16", compressor("Snappy", 16, ""), ROW_BYTES, 100);
        // Foreread measures one chunk in eight, and classifies decompression as slow after four slow chunks.
        tables.write("deflate_16", compressor("Deflate", 16, ""), ROW_BYTES, 1000);
        if (node.version().isAtLeast(4, 0)) {
            // The compression ratio of the rows is less than min_compress_ratio, so every chunk except perhaps the last
            // is stored uncompressed.
            tables.write("raw_16", compressor("LZ4", 16, ", 'min_compress_ratio': 2"), ROW_BYTES, 200);
            // Chunks of random bytes are stored uncompressed. Their length equals maxCompressedLength exactly, and
            // Cassandra decompresses only chunks that are shorter than this limit.
            tables.write("exact_16", compressor("LZ4", 16, ", 'min_compress_ratio': 1"), NOISE_BYTES, 2);
        }
        tables.write("plain", "{'enabled': false}", ROW_BYTES, 300);
        tables.write("tiny", compressor("LZ4", 16, ""), ROW_BYTES, 3);
        tables.writeWide("wide_16", compressor("LZ4", 16, ""));
        node.jmx().flush(KEYSPACE);
    }

    private void write(String name, String compression, int rowBytes, int rows) {
        DeterministicRows table = new DeterministicRows(node.session(), KEYSPACE + "." + name, rowBytes);
        table.createTable("compression = " + compression
                + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        table.write(0, rows, 0);
    }

    /** Writes partitions with static rows, rows, range deletions and partition deletions. Some have no rows. */
    private void writeWide(String name, String compression) {
        CqlSession session = node.session();
        String table = KEYSPACE + "." + name;
        session.execute("CREATE TABLE " + table
                + " (id bigint, seq int, fixed text static, payload blob, PRIMARY KEY (id, seq)) WITH compression = "
                + compression + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        var insert = session.prepare("INSERT INTO " + table + " (id, seq, payload) VALUES (?, ?, ?)");
        var fix = session.prepare("INSERT INTO " + table + " (id, fixed) VALUES (?, ?)");
        var deleteRange = session.prepare("DELETE FROM " + table + " WHERE id = ? AND seq > ? AND seq < ?");
        var deletePartition = session.prepare("DELETE FROM " + table + " WHERE id = ?");
        for (long id = 0; id < 40; id++) {
            if (id % 5 == 0) session.execute(deletePartition.bind(id));
            if (id % 3 != 1) session.execute(fix.bind(id, "fixed " + id));
            for (int seq = 0; seq < id % 20; seq++)
                session.execute(insert.bind(id, seq, DeterministicRows.payload(id * 100 + seq, 0, ROW_BYTES)));
            if (id % 4 == 0) session.execute(deleteRange.bind(id, 3, 7));
        }
    }

    private static String compressor(String name, int kib, String options) {
        return "{'class': '" + name + "Compressor', 'chunk_length_in_kb': " + kib + options + "}";
    }
}
