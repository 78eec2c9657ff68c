package io.foreread.it.writer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.cassandra.io.util.DataOutputPlus;

/** Data of several kinds, the same for each writer that gets the same seed. */
enum RuleData {
    /** Compresses well. */
    TEXT,
    /** Does not compress. */
    NOISE,
    /** Chunks of both kinds. */
    MIXED;

    private static final byte[] WORDS =
            "compaction tombstone partition memtable sstable replica token ".getBytes(StandardCharsets.US_ASCII);

    private static final int MIXED_BYTES = 40_000;

    /** Writes that many bytes in pieces of random sizes, with different methods of the output. */
    void write(DataOutputPlus out, Random random, int bytes) {
        try {
            for (int left = bytes; left > 0; ) left -= piece(out, random, left, bytes - left);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int piece(DataOutputPlus out, Random random, int left, int position) throws IOException {
        int kind = random.nextInt(8);
        if (kind == 0 && left >= Long.BYTES) {
            out.writeLong(random.nextLong());
            return Long.BYTES;
        }
        if (kind == 1 && left >= Integer.BYTES) {
            out.writeInt(random.nextInt());
            return Integer.BYTES;
        }
        if (kind == 2) {
            out.writeByte(random.nextInt());
            return 1;
        }
        byte[] piece = new byte[Math.min(left, 1 + random.nextInt(3000))];
        if (isNoise(position)) random.nextBytes(piece);
        else for (int i = 0; i < piece.length; i++) piece[i] = WORDS[(position + i) % WORDS.length];
        if (kind == 3) out.write(ByteBuffer.wrap(piece));
        else if (kind == 4)
            out.write(ByteBuffer.allocateDirect(piece.length).put(piece).flip());
        else out.write(piece, 0, piece.length);
        return piece.length;
    }

    private boolean isNoise(int position) {
        return this == NOISE || (this == MIXED && position / MIXED_BYTES % 2 == 0);
    }
}
