package io.foreread.it.operation;

import io.foreread.it.fixture.CassandraVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the tables with which suites check that operations keep every row: one for each kind of compression, of row
 * and of compaction strategy.
 */
public final class TableShapes {
    private static final int LARGEST_CHUNK_KIB = 128;

    private TableShapes() {}

    /**
     * Returns all tables that the release supports.
     *
     * @param wideRows the number of rows in the large partition of the table {@code wide}
     */
    public static List<TableShape> of(CassandraVersion version, int wideRows) {
        List<TableShape> shapes = new ArrayList<>();
        for (int chunkKib : new int[] {4, 16, 64, 256})
            shapes.add(blobs("lz4_" + chunkKib, compression("LZ4Compressor", chunkKib, ""), chunkKib));
        shapes.add(blobs("snappy", compression("SnappyCompressor", 16, ""), 16));
        shapes.add(blobs("deflate", compression("DeflateCompressor", 16, ""), 16));
        if (version.isAtLeast(4, 0)) {
            shapes.add(blobs("zstd", compression("ZstdCompressor", 16, ""), 16));
            shapes.add(blobs("noop", compression("NoopCompressor", 16, ""), 16));
            shapes.add(blobs("raw", compression("LZ4Compressor", 16, ", 'min_compress_ratio': 1.1"), 16));
        }
        shapes.add(blobs("plain", "compression = {'enabled': false}", 0));
        shapes.add(strategy("leveled", "'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 1"));
        shapes.add(
                strategy(
                        "windowed",
                        "'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'MINUTES', 'compaction_window_size': 1"));
        if (version.isAtLeast(5, 0))
            shapes.add(strategy("unified", "'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'L4'"));
        shapes.addAll(RowShapes.all(wideRows));
        return List.copyOf(shapes);
    }

    static String compression(String compressor, int chunkKib, String more) {
        return "compression = {'class': '" + compressor + "', 'chunk_length_in_kb': " + chunkKib + more + "}";
    }

    private static TableShape strategy(String name, String compaction) {
        return blobs(name, compression("LZ4Compressor", 16, "") + " AND compaction = {" + compaction + "}", 16);
    }

    /**
     * A table with rows of 100 bytes to 90 KB. Half of the keys of a round are also in the next round.
     *
     * @param chunkKib 0 if the table is not compressed
     */
    private static TableShape blobs(String name, String options, int chunkKib) {
        return new TableShape(
                name,
                List.of("CREATE TABLE %s." + name + " (id bigint PRIMARY KEY, payload blob) WITH " + options),
                chunkKib <= LARGEST_CHUNK_KIB,
                (writes, table, round) -> {
                    String insert = "INSERT INTO " + table + " (id, payload) VALUES (?, ?) USING TIMESTAMP "
                            + TableShape.timestamp(round);
                    for (long id = round * 200L; id < round * 200L + 400; id++)
                        writes.execute(insert, id, Payload.of(id * 31 + round));
                });
    }
}
