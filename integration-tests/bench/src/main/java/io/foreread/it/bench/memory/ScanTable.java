package io.foreread.it.bench.memory;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.DeterministicRows;
import java.util.Locale;

/** Tables whose scans need blocks of different sizes: the layout of a block depends on chunk length and compressor. */
enum ScanTable {
    LZ4_16("LZ4Compressor", 16),
    LZ4_4("LZ4Compressor", 4),
    DEFLATE_64("DeflateCompressor", 64),
    ZSTD_256("ZstdCompressor", 256);

    static final String KEYSPACE = "memory";

    private static final int ROW_BYTES = 4096;
    private static final int ROWS = 3000;
    /** The number of updates. Each is flushed, so that a compaction scans several sstables. */
    private static final int UPDATES = 4;

    private static final int UPDATED_ROWS = 300;

    private final String compressor;
    private final int chunkKib;

    ScanTable(String compressor, int chunkKib) {
        this.compressor = compressor;
        this.chunkKib = chunkKib;
    }

    String table() {
        return name().toLowerCase(Locale.ROOT);
    }

    void create(CqlSession session, CassandraVersion release) {
        // Zstd is available since 4.0.
        String available = release.isAtLeast(4, 0) ? compressor : compressor.replace("Zstd", "Snappy");
        rows(session)
                .createTable("compression = {'class': '" + available + "', 'chunk_length_in_kb': " + chunkKib + "}");
    }

    void fill(CqlSession session) {
        rows(session).write(0, ROWS, 0, written -> {});
    }

    /**
     * Writes new versions of some rows.
     *
     * @param flushed called after each part, to flush the table
     */
    void update(CqlSession session, int version, Runnable flushed) {
        for (int part = 0; part < UPDATES; part++) {
            long from = (long) (part + version) * UPDATED_ROWS % ROWS;
            rows(session).write(from, from + UPDATED_ROWS, version, written -> {});
            flushed.run();
        }
    }

    /** Scans all rows by one query for their ids. Payloads in the response would fill Cassandra's networking buffers. */
    void read(CqlSession session) {
        session.execute("SELECT id FROM " + KEYSPACE + "." + table()).forEach(row -> {});
    }

    private DeterministicRows rows(CqlSession session) {
        return new DeterministicRows(session, KEYSPACE + "." + table(), ROW_BYTES);
    }
}
