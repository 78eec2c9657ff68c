package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class CompressedPiecesTest {
    private final CompressedPieces pieces = new CompressedPieces();
    /** The number of compressions of the last response. */
    private int compressions;

    @Test
    void responseIsCorrectWithAnyCacheContent() throws IOException {
        Random random = new Random(3);
        List<byte[]> page = new ArrayList<>();
        for (int i = 0; i < 60; i++) page.add(text(random, 1 + random.nextInt(9000)));
        for (int scrape = 0; scrape < 200; scrape++) {
            assertThat(unpacked(response(page))).isEqualTo(joined(page));
            int changed = random.nextInt(page.size());
            switch (random.nextInt(4)) {
                case 0 -> page.set(changed, text(random, 1 + random.nextInt(9000)));
                case 1 -> page.add(changed, page.get(random.nextInt(page.size())));
                case 2 -> page.remove(changed);
                default -> page.get(changed)[0]++;
            }
        }
    }

    @Test
    void onlyChangedPiecesAreCompressed() throws IOException {
        List<byte[]> page = List.of(bytes("a".repeat(5000)), bytes("b".repeat(5000)), bytes("c".repeat(5000)));
        response(page);
        assertThat(compressions).isEqualTo(3);
        response(page);
        assertThat(compressions).isZero();
        page.get(1)[2500] = 'x';
        assertThat(unpacked(response(page))).isEqualTo(joined(page));
        assertThat(compressions).isOne();
        response(page);
        assertThat(compressions).isZero();
    }

    @Test
    void onlyOneOfTwoConcurrentResponsesUsesTheCache() throws IOException {
        List<byte[]> page = List.of(bytes("a".repeat(5000)), bytes("b".repeat(5000)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CompressedPieces.Response first = pieces.response(out)) {
            first.write(page.get(0));
            assertThat(unpacked(response(page))).isEqualTo(joined(page));
            first.write(page.get(1));
            first.finish();
        }
        assertThat(unpacked(out.toByteArray())).isEqualTo(joined(page));
        response(page);
        assertThat(compressions).isZero();
    }

    @Test
    void pageWithoutCacheIsCompressedAsOneStream() throws IOException {
        byte[] text = text(new Random(11), 300_000);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CompressedPieces.Response response = new CompressedPieces(0).response(out)) {
            for (int i = 0; i < text.length; i += 3000) response.write(text, i, Math.min(3000, text.length - i));
            response.finish();
            assertThat(response.compressions()).isZero();
        }
        assertThat(unpacked(out.toByteArray())).isEqualTo(text);
    }

    @Test
    void incompressibleAndEmptyTextAreSupported() throws IOException {
        byte[] noise = new byte[100_000];
        new Random(5).nextBytes(noise);
        assertThat(unpacked(response(List.of(noise)))).isEqualTo(noise);
        assertThat(unpacked(response(List.of()))).isEmpty();
        assertThat(unpacked(response(List.of(new byte[0], bytes("end"))))).isEqualTo(bytes("end"));
    }

    @Test
    void pageLargerThanTheCacheIsComplete() throws IOException {
        Random random = new Random(7);
        List<byte[]> page = new ArrayList<>();
        for (int i = 0; i < 10; i++) page.add(text(random, CompressedPieces.MAX_CACHED_BYTES / 8));
        for (int i = 0; i < 2; i++) assertThat(unpacked(response(page))).isEqualTo(joined(page));
    }

    @Test
    void unfinishedResponseIsIncompleteAndNotCached() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CompressedPieces.Response response = pieces.response(out)) {
            response.write(text(new Random(9), 50_000));
        }
        assertThatThrownBy(() -> unpacked(out.toByteArray())).isInstanceOf(EOFException.class);
        assertThat(unpacked(response(List.of(text(new Random(9), 50_000))))).isEqualTo(text(new Random(9), 50_000));
        assertThat(compressions).isOne();
    }

    @Test
    void disconnectedClientIsAnException() {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException("gone");
            }
        };
        assertThatThrownBy(() -> {
                    try (CompressedPieces.Response response = pieces.response(gone)) {
                        response.write(bytes("text"));
                        response.finish();
                    }
                })
                .hasMessage("gone");
    }

    private byte[] response(List<byte[]> page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CompressedPieces.Response response = pieces.response(out)) {
            for (byte[] piece : page) {
                // Like the exporter, this writes a part of a buffer and then reuses the buffer.
                byte[] buffer = new byte[piece.length + 20];
                System.arraycopy(piece, 0, buffer, 13, piece.length);
                response.write(buffer, 13, piece.length);
                Arrays.fill(buffer, (byte) '#');
            }
            response.finish();
            compressions = response.compressions();
        }
        return out.toByteArray();
    }

    private static byte[] unpacked(byte[] gzip) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readAllBytes();
        }
    }

    private static byte[] joined(List<byte[]> page) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        page.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    /** Text with repeated words, like an exposition. */
    private static byte[] text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length)
            text.append("cassandra_table_")
                    .append(random.nextInt(50))
                    .append(' ')
                    .append(random.nextInt(1000))
                    .append('\n');
        return bytes(text.substring(0, length));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
