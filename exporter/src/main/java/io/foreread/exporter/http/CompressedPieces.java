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
 * Caches compressed pieces of the exposition between scrapes, because most of its text does not change. Thread-safe. Of
 * several concurrent responses, one uses the cache and the others are compressed without it.
 *
 * <p>A piece is the data of one write. Each piece is compressed independently of the others, so that it can be part of
 * any response: deflate streams can be concatenated if each ends with a {@code SYNC_FLUSH} (RFC 1951, 3.2.4).
 */
final class CompressedPieces {
    /**
     * The size of the exposition of about 1,500 tables. If an exposition is larger, the part beyond this size is
     * compressed by each scrape.
     */
    static final int MAX_CACHED_BYTES = 4 << 20;

    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, 0};
    /** An empty block that ends the stream. */
    private static final byte[] END = {3, 0};

    private final int maxCachedBytes;
    private final AtomicBoolean caching = new AtomicBoolean();
    /** A soft reference, because the cache only saves time and an exporter of many nodes has many caches. */
    private volatile SoftReference<Map<Piece, Piece>> last = new SoftReference<>(null);

    CompressedPieces() {
        this(MAX_CACHED_BYTES);
    }

    /** @param maxCachedBytes maximum size of the cached text; 0 for no caching */
    CompressedPieces(int maxCachedBytes) {
        this.maxCachedBytes = maxCachedBytes;
    }

    /** @return the stream of one response, for one thread, which must close it */
    Response response(OutputStream out) {
        return new Response(out, maxCachedBytes > 0 && caching.compareAndSet(false, true));
    }

    /** The gzip stream of one response. {@link #finish} completes it; {@link #close} only releases memory. */
    final class Response extends OutputStream {
        private static final int BUFFER_BYTES = 8192;

        private final OutputStream out;
        /** Whether this stream uses the cache. */
        private final boolean caches;

        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int buffered;
        private final byte[] scratch = new byte[BUFFER_BYTES];
        private final Map<Piece, Piece> known;
        private final Map<Piece, Piece> pieces = new HashMap<>();
        private final CRC32 checksum = new CRC32();
        private final CRC32 hash = new CRC32();
        // Every level reduces the size by about 90 %, and this level needs the least CPU.
        private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        private long textBytes;
        /** Whether the rest is compressed as one stream and not cached. */
        private boolean streams;

        private int compressions;

        private Response(OutputStream out, boolean caches) {
            this.out = out;
            this.caches = caches;
            Map<Piece, Piece> lastPieces = caches ? last.get() : null;
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
            if (!caches || textBytes + length > maxCachedBytes) stream(text, offset, length);
            else piece(text, offset, length);
            textBytes += length;
        }

        private void piece(byte[] text, int offset, int length) throws IOException {
            hash.reset();
            hash.update(text, offset, length);
            Piece key = new Piece(ByteBuffer.wrap(text, offset, length), (int) hash.getValue(), null);
            Piece piece = known.get(key);
            if (piece == null) piece = pieces.get(key);
            if (piece == null) piece = key.withCompressed(compress(text, offset, length));
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
                // Unused space means that all output has been flushed.
            } while (count == scratch.length);
            return compressed.toByteArray();
        }

        private void stream(byte[] text, int offset, int length) throws IOException {
            if (!streams) deflater.reset();
            streams = true;
            deflater.setInput(text, offset, length);
            while (!deflater.needsInput()) send(scratch, deflater.deflate(scratch, 0, scratch.length));
        }

        /** Completes the stream, and caches its pieces for the next response. */
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
            if (caches) last = new SoftReference<>(pieces);
        }

        /** The number of text bytes written so far. */
        long textBytes() {
            return textBytes;
        }

        /** The number of pieces that were not in the cache. */
        int compressions() {
            return compressions;
        }

        @Override
        public void close() {
            deflater.end();
            if (caches) caching.set(false);
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

    /** A piece, identified by its text. Immutable. */
    private static final class Piece {
        private final ByteBuffer text;
        private final int hash;
        /** Null in a lookup key. */
        private final byte @Nullable [] compressed;

        Piece(ByteBuffer text, int hash, byte @Nullable [] compressed) {
            this.text = text;
            this.hash = hash;
            this.compressed = compressed;
        }

        /** Returns a copy with its own text, for the cache. */
        Piece withCompressed(byte[] compressedText) {
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
