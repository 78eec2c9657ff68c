package io.foreread.it.contract.jvm;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates one table with one sstable for each compression that the contract covers. */
final class MatrixTables {
    static final String KEYSPACE = "matrix";
    private static final int ROW_BYTES = 1000;

    private MatrixTables() {}

    static void write(ChildJvmNode node) {
        boolean atLeast4 = node.version().isAtLeast(4, 0);
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        Map<String, Integer> tables = new LinkedHashMap<>();
        tables.put(table(node, "lz4_16", lz4(16)), 2600);
        for (int kib : new int[] {4, 64, 128, 256}) tables.put(table(node, "lz4_" + kib, lz4(kib)), 1200);
        for (int kib : new int[] {16, 64}) {
            tables.put(table(node, "snappy_" + kib, compressor("Snappy", kib, "")), 800);
            // Decompression counts as slow only after a number of chunks, so this table needs more rows than the tables
            // of other compressors.
            tables.put(table(node, "deflate_" + kib, compressor("Deflate", kib, "")), 1200);
            if (!atLeast4) continue;
            tables.put(table(node, "zstd_" + kib, compressor("Zstd", kib, "")), 800);
            tables.put(table(node, "noop_" + kib, compressor("Noop", kib, "")), 800);
            // The compression ratio of the rows is less than min_compress_ratio, so every chunk except perhaps the last
            // is stored uncompressed.
            tables.put(table(node, "raw_" + kib, compressor("LZ4", kib, ", 'min_compress_ratio': 2")), 800);
        }
        tables.put(table(node, "plain", "{'enabled': false}"), 400);
        tables.put(table(node, "tiny", lz4(16)), 3);
        tables.put(table(node, "few_chunks", lz4(16)), 50);
        tables.forEach((table, rows) -> new DeterministicRows(node.session(), KEYSPACE + "." + table, ROW_BYTES)
                .write(0, rows, 0, count -> {}));
        node.jmx().flush(KEYSPACE);
    }

    private static String lz4(int kib) {
        return compressor("LZ4", kib, "");
    }

    private static String compressor(String name, int kib, String options) {
        return "{'class': '" + name + "Compressor', 'chunk_length_in_kb': " + kib + options + "}";
    }

    private static String table(ChildJvmNode node, String name, String compression) {
        new DeterministicRows(node.session(), KEYSPACE + "." + name, ROW_BYTES)
                .createTable("compression = " + compression
                        + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        return name;
    }
}
