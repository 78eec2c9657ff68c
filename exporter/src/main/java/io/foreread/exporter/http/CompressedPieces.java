package io.foreread.exporter.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Gzip that keeps what it has compressed for the next answer: most of a page of metrics is the same from scrape to scrape,
 * and to compress all of it takes a third of a scrape's CPU. Thread-safe; answers side by side are each their own.
 *
 * <p>A piece is what is given to the stream in one write. Each is compressed without looking at those before it, so that
 * it can stand in any answer: a deflate stream may be cut at any byte that {@code SYNC_FLUSH} has ended on (RFC 1951,
 * 3.2.4).
 */
final class CompressedPieces {
    /** What a page of a few thousand tables takes; of a longer one the rest is compressed each time. */
    static final int MOST_KEPT_BYTES = 8 << 20;

    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, 0};
    /** The last block of the stream, an empty one. */
    private static final byte[] END = {3, 0};

    private volatile Map<Piece, Piece> last = Collections.emptyMap();

    /** @return the stream of one answer, for one thread */
    Answer answer(OutputStream out) {
        return new Answer(out);
    }

    /** Ends with {@link #finish}; closing it without gives memory back and leaves the stream cut short. */
    final class Answer extends OutputStream {
        private static final int BUFFER_BYTES = 8192;

        private final OutputStream out;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int buffered;
        private final Map<Piece, Piece> pieces = new HashMap<>(2 * last.size());
        private final CRC32 checksum = new CRC32();
        private final CRC32 hash = new CRC32();
        private long textBytes;
        /** Null until there is something new. */
        private Deflater deflater;

        private Answer(OutputStream out) {
            this.out = out;
            append(HEADER, HEADER.length);
        }

        @Override
        public void write(int oneByte) throws IOException {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] text, int offset, int length) throws IOException {
            if (length == 0) return;
            checksum.update(text, offset, length);
            hash.reset();
            hash.update(text, offset, length);
            Piece asked = new Piece(ByteBuffer.wrap(text, offset, length), (int) hash.getValue());
            Piece known = last.get(asked);
            if (known == null) known = pieces.get(asked);
            if (known == null) known = asked.compressed(deflater());
            if (textBytes + length <= MOST_KEPT_BYTES) pieces.put(known, known);
            textBytes += length;
            send(known.compressed);
        }

        /** Ends the stream, and keeps its pieces for the next one. */
        void finish() throws IOException {
            send(END);
            byte[] trailer = new byte[8];
            for (int i = 0; i < 4; i++) {
                trailer[i] = (byte) (checksum.getValue() >>> (8 * i));
                trailer[4 + i] = (byte) (textBytes >>> (8 * i));
            }
            send(trailer);
            out.write(buffer, 0, buffered);
            buffered = 0;
            last = pieces;
        }

        @Override
        public void close() {
            if (deflater != null) deflater.end();
        }

        private Deflater deflater() {
            // At any level a page shrinks by nine tenths, and the node's CPU is not ours.
            if (deflater == null) deflater = new Deflater(Deflater.BEST_SPEED, true);
            else deflater.reset();
            return deflater;
        }

        private void send(byte[] bytes) throws IOException {
            if (buffered + bytes.length > buffer.length) {
                out.write(buffer, 0, buffered);
                buffered = 0;
            }
            if (bytes.length > buffer.length) out.write(bytes, 0, bytes.length);
            else append(bytes, bytes.length);
        }

        private void append(byte[] bytes, int length) {
            System.arraycopy(bytes, 0, buffer, buffered, length);
            buffered += length;
        }
    }

    /** Equal if its text is. Immutable. */
    private static final class Piece {
        private final ByteBuffer text;
        private final int hash;
        /** Null in one that only asks. */
        private final byte[] compressed;

        Piece(ByteBuffer text, int hash) {
            this(text, hash, null);
        }

        private Piece(ByteBuffer text, int hash, byte[] compressed) {
            this.text = text;
            this.hash = hash;
            this.compressed = compressed;
        }

        Piece compressed(Deflater deflater) {
            byte[] copy = new byte[text.remaining()];
            text.duplicate().get(copy);
            deflater.setInput(copy);
            byte[] bytes = new byte[copy.length / 4 + 64];
            int length = 0;
            // Room that is left over says that all of it is out.
            while (true) {
                length += deflater.deflate(bytes, length, bytes.length - length, Deflater.SYNC_FLUSH);
                if (length < bytes.length) break;
                bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            }
            return new Piece(ByteBuffer.wrap(copy), hash, Arrays.copyOf(bytes, length));
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Piece && hash == ((Piece) other).hash && text.equals(((Piece) other).text);
        }
    }
}
