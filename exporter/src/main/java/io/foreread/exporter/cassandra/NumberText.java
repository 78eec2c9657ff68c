package io.foreread.exporter.cassandra;

import io.foreread.exporter.text.TextBuffer;
import java.nio.charset.StandardCharsets;

/** Caches the text of a number until the number changes. Not thread-safe. */
final class NumberText {
    private static final byte[] NONE = new byte[0];

    private double number;
    private byte[] text = NONE;

    void set(double value) {
        if (text != NONE && Double.compare(value, number) == 0) return;
        number = value;
        text = TextBuffer.isLong(value) ? NONE : TextBuffer.text(value).getBytes(StandardCharsets.US_ASCII);
    }

    void appendTo(TextBuffer out) {
        if (text == NONE) out.append((long) number);
        else out.append(text);
    }
}
