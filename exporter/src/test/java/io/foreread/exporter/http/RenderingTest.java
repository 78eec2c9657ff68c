package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class RenderingTest {
    private static final int LIMIT_BYTES = 256 << 10;

    private final RenderingMemory memory = new RenderingMemory(LIMIT_BYTES);

    @Test
    void eachClientReadsTheWholeTextWithAndWithoutGzip() throws IOException {
        byte[] text = noise(1, 100_000);
        Rendering rendering = rendering(text);
        for (int client = 0; client < 3; client++) {
            ByteArrayOutputStream gzip = new ByteArrayOutputStream();
            rendering.writeTo(gzip, true);
            assertThat(gzip.size()).isEqualTo((int) rendering.length(true));
            assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip.toByteArray())).readAllBytes())
                    .isEqualTo(text);
            ByteArrayOutputStream identity = new ByteArrayOutputStream();
            rendering.writeTo(identity, false);
            assertThat(identity.toByteArray()).isEqualTo(text);
            assertThat(rendering.length(false)).isEqualTo(text.length);
        }
    }

    @Test
    void memoryIsFreedWhenTheLastClientReleasesTheRendering() throws IOException {
        Rendering rendering = rendering(noise(1, 100_000));
        rendering.retain();
        rendering.release();
        assertThat(memory.keptBytes()).isBetween(100_000L, 130_000L);
        rendering.release();
        assertThat(memory.keptBytes()).isZero();
    }

    @Test
    void newRenderingDiscardsTheOldestOneAlthoughASlowClientStillReadsIt() throws IOException {
        Rendering oldest = rendering(noise(1, 100_000));
        Rendering newer = rendering(noise(2, 100_000));
        assertThatThrownBy(() -> oldest.writeTo(
                        new OutputStream() {
                            @Override
                            public void write(int oneByte) {}

                            @Override
                            public void write(byte[] bytes, int offset, int length) throws IOException {
                                // Another scrape creates a rendering before the slow client has read the oldest one.
                                rendering(noise(3, 100_000));
                            }
                        },
                        true))
                .isInstanceOf(RenderingMemory.DiscardedException.class);
        assertThat(memory.keptBytes()).isLessThanOrEqualTo(LIMIT_BYTES);
        oldest.release();
        newer.release();
    }

    private Rendering rendering(byte[] text) throws IOException {
        Rendering rendering = new Rendering(memory);
        rendering.retain();
        try (CompressedPieces.Response gzip = new CompressedPieces(0).response(rendering.out())) {
            gzip.write(text);
            gzip.finish();
        }
        rendering.complete(text.length);
        return rendering;
    }

    /** Returns random bytes, which gzip cannot compress. */
    private static byte[] noise(int seed, int length) {
        byte[] text = new byte[length];
        new Random(seed).nextBytes(text);
        return text;
    }
}
