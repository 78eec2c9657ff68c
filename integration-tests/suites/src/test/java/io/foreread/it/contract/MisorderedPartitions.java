package io.foreread.it.contract;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Swaps two adjacent partitions of an sstable of the big format, in Data.db and in Index.db. The checksums stay valid,
 * as if a writer had not checked the order of keys. All partitions must have the same length. If the sstable is
 * compressed, its compressor must be NoopCompressor.
 */
public final class MisorderedPartitions {
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    private final Path index;
    /** 0 if the sstable is not compressed. */
    private final int chunkLengthBytes;

    private final byte[] dataBytes;
    private final byte[] indexBytes;
    /** Offsets of the keys in Index.db. */
    private final List<Integer> keys = new ArrayList<>();

    private MisorderedPartitions(Path data) throws IOException {
        index = component(data, "Index.db");
        chunkLengthBytes = chunkLengthBytes(component(data, "CompressionInfo.db"));
        dataBytes = withoutChecksums(Files.readAllBytes(data));
        indexBytes = Files.readAllBytes(index);
        ByteBuffer entries = ByteBuffer.wrap(indexBytes);
        while (entries.hasRemaining()) {
            int keyBytes = Short.toUnsignedInt(entries.getShort());
            keys.add(entries.position());
            entries.position(entries.position() + keyBytes);
            skipVint(entries);
            if (entries.get() != 0) throw new IllegalArgumentException(index + " has entries with an index of rows");
        }
        if (dataBytes.length % keys.size() != 0)
            throw new IllegalArgumentException(data + " has partitions of different lengths");
    }

    /**
     * Changes the files of an sstable that is not open.
     *
     * @param partition the partition that is swapped with the next one, counted from 0; -1 swaps the last two
     */
    public static void swapWithNext(Path data, int partition) throws IOException {
        MisorderedPartitions sstable = new MisorderedPartitions(data);
        int first = partition < 0 ? sstable.keys.size() + partition - 1 : partition;
        int partitionBytes = sstable.dataBytes.length / sstable.keys.size();
        swap(sstable.dataBytes, first * partitionBytes, (first + 1) * partitionBytes, partitionBytes);
        swap(sstable.indexBytes, sstable.keys.get(first), sstable.keys.get(first + 1), sstable.keyBytes());
        Files.write(data, sstable.withChecksums());
        Files.write(sstable.index, sstable.indexBytes);
    }

    /** Returns the path of another component of the sstable. */
    public static Path component(Path data, String name) {
        return data.resolveSibling(data.getFileName().toString().replace("Data.db", name));
    }

    private int keyBytes() {
        return Short.toUnsignedInt(ByteBuffer.wrap(indexBytes).getShort());
    }

    private static void swap(byte[] bytes, int first, int second, int length) {
        byte[] moved = Arrays.copyOfRange(bytes, first, first + length);
        System.arraycopy(bytes, second, bytes, first, length);
        System.arraycopy(moved, 0, bytes, second, length);
    }

    private static void skipVint(ByteBuffer in) {
        // The number of leading ones in the first byte is the number of further bytes.
        int more = Integer.numberOfLeadingZeros(~in.get() << 24);
        in.position(in.position() + more);
    }

    private static int chunkLengthBytes(Path chunkTable) {
        if (!Files.exists(chunkTable)) return 0;
        ChunkTable chunks = ChunkTable.read(chunkTable, true);
        if (!chunks.compressor().equals("NoopCompressor"))
            throw new IllegalArgumentException(chunkTable + " has the compressor " + chunks.compressor());
        return chunks.chunkLengthBytes();
    }

    private byte[] withoutChecksums(byte[] file) {
        if (chunkLengthBytes == 0) return file;
        ByteArrayOutputStream chunks = new ByteArrayOutputStream(file.length);
        for (int at = 0; at < file.length; at += chunkLengthBytes + CHECKSUM_BYTES)
            chunks.write(file, at, Math.min(chunkLengthBytes, file.length - CHECKSUM_BYTES - at));
        return chunks.toByteArray();
    }

    private byte[] withChecksums() {
        if (chunkLengthBytes == 0) return dataBytes;
        ByteArrayOutputStream file = new ByteArrayOutputStream(dataBytes.length);
        for (int at = 0; at < dataBytes.length; at += chunkLengthBytes) {
            int length = Math.min(chunkLengthBytes, dataBytes.length - at);
            CRC32 checksum = new CRC32();
            checksum.update(dataBytes, at, length);
            file.write(dataBytes, at, length);
            byte[] bytes = ByteBuffer.allocate(CHECKSUM_BYTES)
                    .putInt((int) checksum.getValue())
                    .array();
            file.write(bytes, 0, bytes.length);
        }
        return file.toByteArray();
    }
}
