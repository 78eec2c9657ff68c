package io.foreread.it.bench.laboratory;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sstables to compact.
 *
 * @param compressor lz4, zstd, deflate or none
 * @param chunkKib uncompressed KiB per chunk; without a meaning if the sstables are not compressed
 * @param dataMib MiB of payload in all sstables, before compression; less with tombstones, because a tombstone has no payload
 * @param sstables the number of sstables
 */
public record DataSpec(Workload workload, String compressor, int chunkKib, int dataMib, int sstables) {
    public static final String KEYSPACE = "bench";
    public static final String TABLE = "compacted";

    private static final Map<String, String> COMPRESSORS =
            Map.of("lz4", "LZ4Compressor", "zstd", "ZstdCompressor", "deflate", "DeflateCompressor");
    private static final String NONE = "none";
    private static final Set<Integer> CHUNKS_KIB = new TreeSet<>(Set.of(4, 16, 64));
    private static final int MIN_MIB = 16;
    /** The default, which is not part of the names of directories. */
    public static final int USUAL_SSTABLES = 4;

    public static final int USUAL_CHUNK_KIB = 16;

    private static final int MAX_SSTABLES_PER_MIB = 16;
    /** The limit of a page cache includes the memory of threads, code and metadata of the node. */
    private static final int MIN_CACHE_MIB = 192;

    /** Long enough that no compaction purges a tombstone. */
    private static final int GRACE_SECONDS = 1_000_000_000;

    /** @throws IllegalArgumentException if a value is wrong; the message contains the option and its valid values */
    public static DataSpec of(String workload, String compressor, int chunkKib, int dataMib, int sstables) {
        if (!COMPRESSORS.containsKey(compressor) && !compressor.equals(NONE))
            throw new IllegalArgumentException(
                    "--compression: '" + compressor + "' is not one of lz4, zstd, deflate and none");
        if (!CHUNKS_KIB.contains(chunkKib))
            throw new IllegalArgumentException("--chunk-kb: " + chunkKib + " is none of " + CHUNKS_KIB);
        if (dataMib < MIN_MIB)
            throw new IllegalArgumentException(
                    "--data-mb: " + dataMib + " is too little to measure; give " + MIN_MIB + " or more");
        if (sstables < 2 || sstables > MAX_SSTABLES_PER_MIB * dataMib)
            throw new IllegalArgumentException("--sstables: " + sstables + " is not between 2 and "
                    + MAX_SSTABLES_PER_MIB * dataMib + ", the maximum with --data-mb " + dataMib);
        return new DataSpec(Workload.named(workload), compressor, chunkKib, dataMib, sstables);
    }

    public static String qualifiedTable() {
        return KEYSPACE + "." + TABLE;
    }

    String createTable() {
        String compression = isCompressed()
                ? "{'class': '" + compressorClass() + "', 'chunk_length_in_kb': " + chunkKib + "}"
                : "{'enabled': false}";
        return "CREATE TABLE " + qualifiedTable() + " (" + workload.columns() + ") WITH compression = " + compression
                + " AND compaction = {'class': 'SizeTieredCompactionStrategy'} AND gc_grace_seconds = "
                + GRACE_SECONDS;
    }

    public boolean isCompressed() {
        return !compressor.equals(NONE);
    }

    /** The name of the compressor in CompressionInfo.db. */
    String compressorClass() {
        return Objects.requireNonNull(COMPRESSORS.get(compressor), compressor);
    }

    /** The name of the directory in which sstables of this specification are kept. */
    String directoryName() {
        return "sstables-" + workload + "-" + compressor + (isCompressed() ? "-" + chunkKib + "k" : "") + "-" + dataMib
                + "m"
                + (sstables == USUAL_SSTABLES ? "" : "-" + sstables);
    }

    /**
     * The number of distinct rows in all sstables. Rows are numbered from 0. In workloads with one row per partition, the
     * number of a row is its partition key.
     */
    public long keys() {
        return workload.keys(dataMib, sstables);
    }

    /**
     * Checks that a limited page cache is smaller than the data.
     *
     * @return the size
     * @throws IllegalArgumentException if the page cache could contain the data, or is too small for a node
     */
    public int checkCache(int cacheMib) {
        if (cacheMib < MIN_CACHE_MIB || cacheMib >= dataMib)
            throw new IllegalArgumentException("--cache-mb: " + cacheMib + " is not between " + MIN_CACHE_MIB
                    + ", which the node itself can need, and " + (dataMib - 1) + ", the maximum with --data-mb "
                    + dataMib);
        return cacheMib;
    }

    /** The text for reports. */
    public String words() {
        return workload + ", "
                + (isCompressed() ? compressor + ", chunks of " + chunkKib + " KiB" : "not compressed")
                + (sstables == USUAL_SSTABLES ? "" : ", " + sstables + " sstables");
    }
}
