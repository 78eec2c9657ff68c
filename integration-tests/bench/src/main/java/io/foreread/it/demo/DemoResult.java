package io.foreread.it.demo;

import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.RowDigest;
import java.net.URI;
import java.util.List;
import java.util.OptionalInt;

/**
 * The result of the demo.
 *
 * @param dataAccess how the node reads Data.db: mmap or standard
 * @param indexAccess how the node reads indexes
 * @param digests digests of all rows: before the compactions, after each compaction, and at the end without read-ahead
 * @param stock the faster of the compactions without read-ahead
 * @param foreread the faster of the compactions with read-ahead
 * @param expectedRows the expected number of rows
 * @param kernelReadAheadKib kernel readahead of the data device; empty if unknown
 */
record DemoResult(
        CassandraVersion version,
        int javaFeature,
        String dataAccess,
        String indexAccess,
        long expectedRows,
        List<RowDigest> digests,
        long inputBytes,
        int inputSSTables,
        OptionalInt kernelReadAheadKib,
        DemoMeasurement stock,
        DemoMeasurement foreread,
        URI metrics) {

    boolean rowsEqual() {
        return digests.stream().distinct().count() == 1 && rows() == expectedRows;
    }

    long rows() {
        return digests.get(0).rows();
    }

    /** The value of {@code disk_access_mode}. */
    String diskAccessMode() {
        return dataAccess.equals(indexAccess) ? dataAccess : "mmap_index_only";
    }
}
