package io.foreread.exporter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBufferTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final TextBuffer buffer = new TextBuffer(out);

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, 99, 100, 1234567890123456789L, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void writesEveryLong(long number) throws IOException {
        buffer.append(number);
        assertThat(written()).isEqualTo(Long.toString(number));
    }

    @Test
    void writesALineWithAndWithoutLabels() throws IOException {
        byte[] labels = Labels.text(List.of("a", "b"), "x", "y");
        byte[] bound = "le=\"1.0\"".getBytes(StandardCharsets.UTF_8);
        byte[] name = "n".getBytes(StandardCharsets.UTF_8);
        byte[] none = new byte[0];
        buffer.sample(name, labels, bound).append('\n');
        buffer.sample(name, labels, none).append('\n');
        buffer.sample(name, none, bound).append('\n');
        buffer.sample(name, none, none).append('\n');
        assertThat(written()).isEqualTo("n{a=\"x\",b=\"y\",le=\"1.0\"} \nn{a=\"x\",b=\"y\"} \nn{le=\"1.0\"} \nn \n");
    }

    @Test
    void labelValuesAreEscaped() {
        assertThat(new String(Labels.text(List.of("a"), "q\"b\\n\nä€"), StandardCharsets.UTF_8))
                .isEqualTo("a=\"q\\\"b\\\\n\\nä€\"");
    }

    @Test
    void textLongerThanTheBufferIsComplete() throws IOException {
        String line = "x".repeat(100_000);
        for (int i = 0; i < 3; i++) {
            buffer.append(line);
            buffer.flushIfFull();
        }
        assertThat(buffer.size()).isEqualTo(300_000);
        assertThat(written()).isEqualTo(line.repeat(3));
    }

    @Test
    void partiallyFilledBufferIsNotFlushed() throws IOException {
        buffer.append("abc");
        buffer.flushIfFull();
        assertThat(out.size()).isZero();
    }

    @Test
    void infinitiesHaveTheFormatOfPrometheus() {
        assertThat(TextBuffer.text(Double.POSITIVE_INFINITY)).isEqualTo("+Inf");
        assertThat(TextBuffer.text(Double.NEGATIVE_INFINITY)).isEqualTo("-Inf");
        assertThat(TextBuffer.text(Double.NaN)).isEqualTo("NaN");
        assertThat(TextBuffer.isLong(Double.NaN)).isFalse();
        assertThat(TextBuffer.isLong(1e300)).isFalse();
        assertThat(TextBuffer.isLong(1L << 52)).isTrue();
        assertThat(TextBuffer.isLong(0.5)).isFalse();
    }

    private String written() throws IOException {
        buffer.flush();
        return out.toString(StandardCharsets.UTF_8);
    }
}
