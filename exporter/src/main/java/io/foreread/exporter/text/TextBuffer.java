package io.foreread.exporter.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Buffers the text of the exposition. Appending never blocks and never fails, so it can be called while a lock is held.
 * {@link #flushIfFull}, {@link #cut} and {@link #flush} write, so they must not be called while a lock is held. Not
 * thread-safe.
 */
public final class TextBuffer {
    private static final int FULL_BYTES = 4 * 1024;
    /** The length of -9223372036854775808. */
    private static final int MAX_LONG_CHARS = 20;

    private static final long MAX_EXACT_LONG = 1L << 53;

    private final OutputStream out;
    private byte[] bytes = new byte[2 * FULL_BYTES];
    private int length;
    private long written;

    public TextBuffer(OutputStream out) {
        this.out = out;
    }

    public TextBuffer append(byte[] text) {
        room(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    /** @param ascii a character below 128 */
    public TextBuffer append(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    public TextBuffer append(String text) {
        return append(text.getBytes(StandardCharsets.UTF_8));
    }

    public TextBuffer append(long number) {
        if (number < 0) return append(Long.toString(number));
        room(MAX_LONG_CHARS);
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) digits++;
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Appends a number in the format of Prometheus. Integers have no fraction. */
    public TextBuffer append(double number) {
        return isLong(number) ? append((long) number) : append(text(number));
    }

    /**
     * Appends the beginning of a line, up to its value.
     *
     * @param labels the result of {@link Labels#text}
     * @param lastLabel an additional label, such as {@code le="5"}; empty for none
     */
    public TextBuffer sample(byte[] name, byte[] labels, byte[] lastLabel) {
        append(name);
        if (labels.length + lastLabel.length > 0) {
            append('{').append(labels);
            if (labels.length > 0 && lastLabel.length > 0) append(',');
            append(lastLabel).append('}');
        }
        return append(' ');
    }

    /**
     * Whether the number can be converted to a long without loss. {@link #append(long)} then writes it, without an
     * allocation if the number is not negative.
     */
    public static boolean isLong(double number) {
        return number == Math.rint(number) && Math.abs(number) < MAX_EXACT_LONG;
    }

    /** Returns the number in the format of Prometheus. */
    public static String text(double number) {
        if (number == Double.POSITIVE_INFINITY) return "+Inf";
        if (number == Double.NEGATIVE_INFINITY) return "-Inf";
        return Double.toString(number);
    }

    /** Writes the buffer if it has at least {@link #FULL_BYTES}. */
    public void flushIfFull() throws IOException {
        if (length >= FULL_BYTES) flush();
    }

    /**
     * Writes the buffer unless it is nearly empty. Called between families. The writes of a family then do not depend
     * on the text of earlier families, so they are the same in each scrape until the text of the family changes.
     */
    public void cut() throws IOException {
        if (length >= FULL_BYTES / 4) flush();
    }

    public void flush() throws IOException {
        out.write(bytes, 0, length);
        written += length;
        length = 0;
    }

    /** The number of bytes appended so far. */
    public long size() {
        return written + length;
    }

    private void room(int more) {
        if (length + more > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
}
