package io.foreread.it.demo;

import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.RowDigest;
import java.net.URI;
import java.util.List;
import java.util.OptionalInt;

/**
 * What the demo found.
 *
 * @param dataAccess how the node reads Data.db: mmap or standard
 * @param indexAccess the same for indexes
 * @param digests of all rows: before, after each compaction, and once more without read-ahead
 * @param stock the faster of the compactions without read-ahead
 * @param foreread the faster of those with
 * @param expectedRows how many rows were to be found
 * @param kernelReadAheadKib of the device below the data; empty if it cannot be seen
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

    /** As {@code disk_access_mode} would be spelled. */
    String diskAccessMode() {
        return dataAccess.equals(indexAccess) ? dataAccess : "mmap_index_only";
    }
}
