package io.foreread.it.mutation;

import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;

/** One small sstable for each thing that a rule needs, because every mutant may read all of them. */
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
        tables.write("deflate_16", compressor("Deflate", 16, ""), ROW_BYTES, 200);
        // The rows compress by less than that, so that every chunk but perhaps the last is stored as it is.
        tables.write("raw_16", compressor("LZ4", 16, ", 'min_compress_ratio': 2"), ROW_BYTES, 200);
        // Chunks of nothing but noise: stored as they are, and exactly as long as is just too long.
        tables.write("exact_16", compressor("LZ4", 16, ", 'min_compress_ratio': 1"), NOISE_BYTES, 2);
        tables.write("plain", "{'enabled': false}", ROW_BYTES, 300);
        tables.write("tiny", compressor("LZ4", 16, ""), ROW_BYTES, 3);
        node.jmx().flush(KEYSPACE);
    }

    private void write(String name, String compression, int rowBytes, int rows) {
        DeterministicRows table = new DeterministicRows(node.session(), KEYSPACE + "." + name, rowBytes);
        table.createTable("compression = " + compression
                + " AND compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
        table.write(0, rows, 0, count -> {});
    }

    private static String compressor(String name, int kib, String options) {
        return "{'class': '" + name + "Compressor', 'chunk_length_in_kb': " + kib + options + "}";
    }
}
