package io.foreread.it.contract;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One Data.db under test. */
final class SstableFile {
    private static final Set<String> COMPRESSORS = ImmutableSet.of("lz4", "snappy", "deflate", "zstd", "noop");

    /** The buffer of Cassandra's reader of an uncompressed file that is opened without another size. */
    static final int PAGE_BYTES = 4096;

    private final String name;
    private final Path data;
    private final Path chunkTable;
    private final ChunkTable chunks;
    private final long compressedLengthBytes;

    /**
     * @param name the name in messages
     * @param chunkTable the path of CompressionInfo.db; null if the sstable is not compressed
     * @param chunks the content of CompressionInfo.db; null if the sstable is not compressed
     * @param compressedLengthBytes the end of the sstable in the file, which can be before the end of the file
     */
    SstableFile(String name, Path data, Path chunkTable, ChunkTable chunks, long compressedLengthBytes) {
        this.name = name;
        this.data = data;
        this.chunkTable = chunkTable;
        this.chunks = chunks;
        this.compressedLengthBytes = compressedLengthBytes;
    }

    static SstableFile of(String name, Path data) {
        Path chunkTable = data.resolveSibling(data.getFileName().toString().replace("-Data.db", "-CompressionInfo.db"));
        return Files.exists(chunkTable)
                ? new SstableFile(name, data, chunkTable, ChunkTable.read(chunkTable, Release.RAW_CHUNKS), size(data))
                : new SstableFile(name, data, null, null, size(data));
    }

    /**
     * @param keyspace the keyspace's data directory
     * @return the sstables of the keyspace, with the names of their tables; the name of a second sstable of a table
     *     also contains its generation
     * @throws IllegalStateException if the name of a table starts with a compressor that its sstable does not use
     */
    static List<SstableFile> in(Path keyspace) {
        try (Stream<Path> files = Files.walk(keyspace)) {
            List<SstableFile> sstables = files.filter(path -> path.toString().endsWith("-Data.db"))
                    .sorted()
                    .map(path -> of(name(path), path))
                    .collect(Collectors.toList());
            sstables.forEach(SstableFile::checkCompressor);
            return sstables;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path data) {
        String table = data.getParent().getFileName().toString();
        String generation = data.getFileName().toString().replaceFirst("[a-z]+-([^-]+)-.*", "$1");
        return table.substring(0, table.indexOf('-')).replace('_', '-')
                + (generation.equals("1") ? "" : "-" + generation);
    }

    private void checkCompressor() {
        String named = name.substring(0, (name + "-").indexOf('-'));
        if (!COMPRESSORS.contains(named)) return;
        String compressor = compressed() ? chunks.compressor() : "none";
        if (!compressor.equalsIgnoreCase(named + "Compressor"))
            throw new IllegalStateException(data + " is compressed by " + compressor + ", not " + named);
    }

    String name() {
        return name;
    }

    Path data() {
        return data;
    }

    Path chunkTable() {
        return chunkTable;
    }

    ChunkTable chunks() {
        return chunks;
    }

    long compressedLengthBytes() {
        return compressedLengthBytes;
    }

    boolean compressed() {
        return chunks != null;
    }

    /**
     * The length of a chunk. Uncompressed files have no chunks. For them this is an arbitrary length from which tests
     * derive the positions that they read.
     */
    int chunkLengthBytes() {
        return compressed() ? chunks.chunkLengthBytes() : 64 << 10;
    }

    long dataLengthBytes() {
        return compressed() ? chunks.dataLengthBytes() : compressedLengthBytes;
    }

    int chunkCount() {
        return (int) ((dataLengthBytes() + chunkLengthBytes() - 1) / chunkLengthBytes());
    }

    /** The offset after a chunk and its checksum. */
    long endOf(int chunk) {
        return chunk + 1 < chunks.offsets().length ? chunks.offsets()[chunk + 1] : compressedLengthBytes;
    }

    long sizeOf(int chunk) {
        return endOf(chunk) - chunks.offsets()[chunk];
    }

    /** The bytes that a range read reads first: a chunk, or the buffer of Cassandra's reader. */
    long firstReadBytes() {
        return compressed() ? sizeOf(0) : PAGE_BYTES;
    }

    /** The index of the chunk that contains the byte at this offset. */
    int chunkAt(long offset) {
        int chunk = 0;
        while (chunk + 1 < chunks.offsets().length && chunks.offsets()[chunk + 1] <= offset) chunk++;
        return chunk;
    }

    private static long size(Path data) {
        try {
            return Files.size(data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
