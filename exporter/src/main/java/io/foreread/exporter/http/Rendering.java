package io.foreread.exporter.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the compressed text of one exposition, so that several clients can read it, each at its own pace. One thread
 * writes the text; after {@link #complete} the object is thread-safe. Each client must call {@link #release}.
 */
final class Rendering {
    private static final int CHUNK_BYTES = 16 << 10;
    private static final int COPY_BYTES = 8 << 10;

    private final RenderingMemory memory;
    private final AtomicInteger clients = new AtomicInteger();
    /** The compressed text, in chunks that are full except for the last one. Null once the text is discarded. */
    private volatile @Nullable List<byte[]> chunks = new ArrayList<>();

    private long gzipBytes;
    private long textBytes;

    Rendering(RenderingMemory memory) {
        this.memory = memory;
    }

    /** Returns the stream that receives the compressed text. */
    OutputStream out() {
        return new Writer();
    }

    /** @param writtenTextBytes length of the text before compression */
    void complete(long writtenTextBytes) {
        textBytes = writtenTextBytes;
        memory.completed(this);
    }

    void retain() {
        clients.incrementAndGet();
    }

    void release() {
        if (clients.decrementAndGet() == 0) memory.release(this);
    }

    /** Called by {@link RenderingMemory}. Clients that have not read the rendering to its end get an exception. */
    void discard() {
        chunks = null;
    }

    /** Returns the length of the body in bytes. The length with gzip is never 0. */
    long length(boolean gzip) {
        return gzip ? gzipBytes : textBytes;
    }

    /** @throws RenderingMemory.DiscardedException if newer renderings needed the memory */
    void writeTo(OutputStream client, boolean gzip) throws IOException {
        byte[] buffer = new byte[COPY_BYTES];
        try (InputStream in = gzip ? new Reader() : new GZIPInputStream(new Reader(), COPY_BYTES)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) client.write(buffer, 0, count);
        }
    }

    private List<byte[]> chunks() throws RenderingMemory.DiscardedException {
        List<byte[]> now = chunks;
        if (now == null) throw new RenderingMemory.DiscardedException();
        return now;
    }

    private final class Writer extends OutputStream {
        @Override
        public void write(int oneByte) throws IOException {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                int used = (int) (gzipBytes % CHUNK_BYTES);
                if (used == 0) {
                    memory.allocate(Rendering.this, CHUNK_BYTES);
                    chunks().add(new byte[CHUNK_BYTES]);
                }
                int count = Math.min(CHUNK_BYTES - used, length - done);
                List<byte[]> now = chunks();
                System.arraycopy(bytes, offset + done, now.get(now.size() - 1), used, count);
                gzipBytes += count;
                done += count;
            }
        }
    }

    private final class Reader extends InputStream {
        private long position;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (position == gzipBytes) return -1;
            int used = (int) (position % CHUNK_BYTES);
            int count = (int) Math.min(Math.min(CHUNK_BYTES - used, length), gzipBytes - position);
            System.arraycopy(chunks().get((int) (position / CHUNK_BYTES)), used, bytes, offset, count);
            position += count;
            return count;
        }
    }
}
