package io.foreread.it.bench.laboratory;

import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.operation.Writes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The rows of the sstables. In most workloads, each sstable rewrites half of the previous one:
 *
 * <pre>
 * sstable 1  |=========|
 * sstable 2       |=========|
 * sstable 3            |=========|
 * sstable 4                 |=========|
 * </pre>
 */
public enum Workload {
    VALUES_1K("values-1k", 1024, Overlap.HALF, Kind.SINGLE_ROWS),
    VALUES_700("values-700", 700, Overlap.HALF, Kind.SINGLE_ROWS),
    ROWS_100("rows-100", 100, Overlap.HALF, Kind.SINGLE_ROWS),
    VALUES_500("values-500", 500, Overlap.HALF, Kind.SINGLE_ROWS),
    /** No partition is in two sstables. */
    DISJOINT_500("disjoint-500", 500, Overlap.NONE, Kind.SINGLE_ROWS),
    BLOBS_10K("blobs-10k", 10 << 10, Overlap.HALF, Kind.SINGLE_ROWS),
    /** JSON of 10 KiB. */
    DOCUMENTS("documents", 10 << 10, Overlap.HALF, Kind.DOCUMENTS),
    /** Partitions of 16 MiB: 16,384 rows of 1 KiB. */
    WIDE("wide", 1024, Overlap.HALF, Kind.WIDE),
    /** Each sstable has the same keys. */
    OVERWRITES("overwrites", 1024, Overlap.ALL, Kind.SINGLE_ROWS),
    /** Each sstable has tombstones for the second half of the rows of the previous sstable. */
    TOMBSTONES("tombstones", 1024, Overlap.HALF, Kind.DELETIONS);

    private enum Overlap {
        NONE,
        HALF,
        ALL
    }

    private enum Kind {
        SINGLE_ROWS,
        DOCUMENTS,
        WIDE,
        DELETIONS
    }

    private static final int ROWS_PER_WIDE_PARTITION = 16 << 10;

    private final String id;
    private final int payloadBytes;
    private final Overlap overlap;
    private final Kind kind;

    Workload(String id, int payloadBytes, Overlap overlap, Kind kind) {
        this.id = id;
        this.payloadBytes = payloadBytes;
        this.overlap = overlap;
        this.kind = kind;
    }

    public String id() {
        return id;
    }

    /** @throws IllegalArgumentException if there is no such workload; the message contains the valid names */
    static Workload named(String id) {
        return Arrays.stream(values())
                .filter(one -> one.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--workload: '" + id + "' is none of "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Workload::id).toList())));
    }

    /** The columns and the primary key, as in CREATE TABLE. */
    String columns() {
        return kind == Kind.WIDE
                ? "p bigint, c bigint, payload blob, PRIMARY KEY (p, c)"
                : "p bigint PRIMARY KEY, payload blob";
    }

    /** The number of INSERT or DELETE statements that write one sstable. */
    long rowsPerSSTable(int dataMib, int sstables) {
        return ((long) dataMib << 20) / payloadBytes / sstables / 2 * 2;
    }

    /**
     * The number of distinct rows in all sstables. Rows are numbered from 0. In workloads with one row per partition, the
     * number of a row is its partition key.
     */
    long keys(int dataMib, int sstables) {
        long rows = rowsPerSSTable(dataMib, sstables);
        return switch (overlap) {
            case NONE -> rows * sstables;
            case HALF -> rows * (sstables + 1) / 2;
            case ALL -> rows;
        };
    }

    /**
     * Writes the rows of one sstable.
     *
     * @param number the number of the sstable, from 0; later ones overwrite earlier ones
     * @param progress called with the number of statements written so far
     */
    void write(Writes writes, String table, int number, long rows, LongConsumer progress) {
        long from =
                switch (overlap) {
                    case NONE -> number * rows;
                    case HALF -> number * rows / 2;
                    case ALL -> 0;
                };
        String using = " USING TIMESTAMP " + (1_000_000L + number);
        String insert = kind == Kind.WIDE
                ? "INSERT INTO " + table + " (p, c, payload) VALUES (?, ?, ?)" + using
                : "INSERT INTO " + table + " (p, payload) VALUES (?, ?)" + using;
        String delete = "DELETE FROM " + table + using + " WHERE p = ?";
        for (long row = from; row < from + rows; row++) {
            boolean isInFormer = number > 0 && row < from + rows / 2;
            if (kind == Kind.DELETIONS && isInFormer) writes.execute(delete, row);
            else if (kind == Kind.WIDE)
                writes.execute(
                        insert, row / ROWS_PER_WIDE_PARTITION, row % ROWS_PER_WIDE_PARTITION, payload(row, number));
            else writes.execute(insert, row, payload(row, number));
            progress.accept(row - from);
        }
    }

    private ByteBuffer payload(long row, int number) {
        return kind == Kind.DOCUMENTS
                ? Documents.of(row, number, payloadBytes)
                : DeterministicRows.payload(row, number, payloadBytes);
    }

    @Override
    public String toString() {
        return id;
    }
}
