package io.foreread.exporter.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Gzip that keeps what it has compressed for the next answer: most of a page of metrics is the same from scrape to scrape.
 * Thread-safe; of answers side by side one keeps, the others are compressed as they are.
 *
 * <p>A piece is what is given to the stream in one write. Each is compressed without looking at those before it, so that
 * it can stand in any answer: a deflate stream may be cut at any byte that {@code SYNC_FLUSH} has ended on (RFC 1951,
 * 3.2.4).
 */
final class CompressedPieces {
    /** The size of a page of about 1,500 tables. The rest of a longer page is compressed each time. */
    static final int MAX_KEPT_BYTES = 4 << 20;

    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, 0};
    /** The last block of the stream, an empty one. */
    private static final byte[] END = {3, 0};

    private final int mostKeptBytes;
    private final AtomicBoolean keeping = new AtomicBoolean();
    /** A soft reference, because its loss only costs CPU, and an exporter of many nodes has many of them. */
    private volatile SoftReference<Map<Piece, Piece>> last = new SoftReference<>(null);

    CompressedPieces() {
        this(MAX_KEPT_BYTES);
    }

    /** @param mostKeptBytes of text; 0 for a page that will not come again */
    CompressedPieces(int mostKeptBytes) {
        this.mostKeptBytes = mostKeptBytes;
    }

    /** @return the stream of one answer, for one thread, to be closed by it */
    Answer answer(OutputStream out) {
        return new Answer(out, mostKeptBytes > 0 && keeping.compareAndSet(false, true));
    }

    /** Ends with {@link #finish}; closing it without gives memory back and leaves the stream cut short. */
    final class Answer extends OutputStream {
        private static final int BUFFER_BYTES = 8192;

        private final OutputStream out;
        /** Whether this answer stores its pieces for the next one. */
        private final boolean keeps;

        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int buffered;
        private final byte[] scratch = new byte[BUFFER_BYTES];
        private final Map<Piece, Piece> known;
        private final Map<Piece, Piece> pieces = new HashMap<>();
        private final CRC32 checksum = new CRC32();
        private final CRC32 hash = new CRC32();
        // At any level a page shrinks by nine tenths, and the node's CPU is not ours.
        private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        private long textBytes;
        /** Whether the rest of the answer is compressed as one stream, which is not stored. */
        private boolean streams;

        private int compressions;

        private Answer(OutputStream out, boolean keeps) {
            this.out = out;
            this.keeps = keeps;
            Map<Piece, Piece> lastPieces = keeps ? last.get() : null;
            known = lastPieces == null ? Collections.emptyMap() : lastPieces;
            System.arraycopy(HEADER, 0, buffer, 0, HEADER.length);
            buffered = HEADER.length;
        }

        @Override
        public void write(int oneByte) throws IOException {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] text, int offset, int length) throws IOException {
            if (length == 0) return;
            checksum.update(text, offset, length);
            if (!keeps || textBytes + length > mostKeptBytes) stream(text, offset, length);
            else piece(text, offset, length);
            textBytes += length;
        }

        private void piece(byte[] text, int offset, int length) throws IOException {
            hash.reset();
            hash.update(text, offset, length);
            Piece asked = new Piece(ByteBuffer.wrap(text, offset, length), (int) hash.getValue(), null);
            Piece piece = known.get(asked);
            if (piece == null) piece = pieces.get(asked);
            if (piece == null) piece = asked.kept(compress(text, offset, length));
            pieces.put(piece, piece);
            byte[] compressed = Objects.requireNonNull(piece.compressed);
            send(compressed, compressed.length);
        }

        private byte[] compress(byte[] text, int offset, int length) {
            compressions++;
            deflater.reset();
            deflater.setInput(text, offset, length);
            ByteArrayOutputStream compressed = new ByteArrayOutputStream(length / 4);
            int count;
            do {
                count = deflater.deflate(scratch, 0, scratch.length, Deflater.SYNC_FLUSH);
                compressed.write(scratch, 0, count);
                // Room that is left over says that all of it is out.
            } while (count == scratch.length);
            return compressed.toByteArray();
        }

        private void stream(byte[] text, int offset, int length) throws IOException {
            if (!streams) deflater.reset();
            streams = true;
            deflater.setInput(text, offset, length);
            while (!deflater.needsInput()) send(scratch, deflater.deflate(scratch, 0, scratch.length));
        }

        /** Ends the stream, and keeps its pieces for the next one. */
        void finish() throws IOException {
            if (streams) {
                deflater.finish();
                while (!deflater.finished()) send(scratch, deflater.deflate(scratch, 0, scratch.length));
            } else {
                send(END, END.length);
            }
            byte[] trailer = new byte[2 * Integer.BYTES];
            for (int i = 0; i < Integer.BYTES; i++) {
                trailer[i] = (byte) (checksum.getValue() >>> (8 * i));
                trailer[Integer.BYTES + i] = (byte) (textBytes >>> (8 * i));
            }
            send(trailer, trailer.length);
            out.write(buffer, 0, buffered);
            buffered = 0;
            if (keeps) last = new SoftReference<>(pieces);
        }

        /** How many pieces there was none for. */
        int compressions() {
            return compressions;
        }

        @Override
        public void close() {
            deflater.end();
            if (keeps) keeping.set(false);
        }

        private void send(byte[] bytes, int length) throws IOException {
            if (buffered + length > buffer.length) {
                out.write(buffer, 0, buffered);
                buffered = 0;
            }
            if (length > buffer.length) {
                out.write(bytes, 0, length);
            } else {
                System.arraycopy(bytes, 0, buffer, buffered, length);
                buffered += length;
            }
        }
    }

    /** Equal if its text is. Immutable. */
    private static final class Piece {
        private final ByteBuffer text;
        private final int hash;
        /** Null in one that only asks. */
        private final byte @Nullable [] compressed;

        Piece(ByteBuffer text, int hash, byte @Nullable [] compressed) {
            this.text = text;
            this.hash = hash;
            this.compressed = compressed;
        }

        /** With text of its own. */
        Piece kept(byte[] compressedText) {
            byte[] copy = new byte[text.remaining()];
            text.duplicate().get(copy);
            return new Piece(ByteBuffer.wrap(copy), hash, compressedText);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Piece && hash == ((Piece) other).hash && text.equals(((Piece) other).text);
        }
    }
}
