package io.foreread.it.contract;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The content of a CompressionInfo.db, which tests truncate and damage. Immutable except for {@link #offsets}. */
final class ChunkTable {
    /** The serialized name and options of the compressor. */
    private final byte[] head;

    private final int chunkLengthBytes;
    /** The length limit of compressed chunks; -1 if the format does not contain it (3.11). */
    private final int maxCompressedLength;

    private final long dataLengthBytes;
    private final long[] offsets;

    private ChunkTable(
            byte[] head, int chunkLengthBytes, int maxCompressedLength, long dataLengthBytes, long[] offsets) {
        this.head = head;
        this.chunkLengthBytes = chunkLengthBytes;
        this.maxCompressedLength = maxCompressedLength;
        this.dataLengthBytes = dataLengthBytes;
        this.offsets = offsets;
    }

    /** The class name of the compressor, which has no package if Cassandra has written the file. */
    String compressor() {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(head))) {
            return in.readUTF();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int chunkLengthBytes() {
        return chunkLengthBytes;
    }

    /** The uncompressed length. */
    long dataLengthBytes() {
        return dataLengthBytes;
    }

    /** The offsets of the chunks in Data.db. */
    long[] offsets() {
        return offsets;
    }

    static ChunkTable read(Path file, boolean hasMaxCompressedLength) {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(head);
            out.writeUTF(in.readUTF());
            int options = in.readInt();
            out.writeInt(options);
            for (int i = 0; i < 2 * options; i++) out.writeUTF(in.readUTF());
            int chunkLengthBytes = in.readInt();
            int maxCompressedLength = hasMaxCompressedLength ? in.readInt() : -1;
            long dataLengthBytes = in.readLong();
            long[] offsets = new long[in.readInt()];
            for (int i = 0; i < offsets.length; i++) offsets[i] = in.readLong();
            return new ChunkTable(head.toByteArray(), chunkLengthBytes, maxCompressedLength, dataLengthBytes, offsets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(Path file) {
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
            out.write(head);
            out.writeInt(chunkLengthBytes);
            if (maxCompressedLength >= 0) out.writeInt(maxCompressedLength);
            out.writeLong(dataLengthBytes);
            out.writeInt(offsets.length);
            for (long offset : offsets) out.writeLong(offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a table of the first chunks only, as of an sstable that is still being written. */
    ChunkTable first(int chunks, long shorterDataLengthBytes) {
        return new ChunkTable(
                head, chunkLengthBytes, maxCompressedLength, shorterDataLengthBytes, Arrays.copyOf(offsets, chunks));
    }

    ChunkTable withOffset(int chunk, long offset) {
        long[] changed = offsets.clone();
        changed[chunk] = offset;
        return new ChunkTable(head, chunkLengthBytes, maxCompressedLength, dataLengthBytes, changed);
    }

    /** Returns a table that contains another compressor, without options. */
    ChunkTable withCompressor(Class<?> compressor) {
        try {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(head);
            out.writeUTF(compressor.getName());
            out.writeInt(0);
            return new ChunkTable(head.toByteArray(), chunkLengthBytes, maxCompressedLength, dataLengthBytes, offsets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
