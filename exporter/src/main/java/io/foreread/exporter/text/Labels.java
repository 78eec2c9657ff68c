package io.foreread.exporter.text;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Formats label names and values for the braces of a sample. */
public final class Labels {
    public static final byte[] NONE = new byte[0];

    private Labels() {}

    /** @return text such as {@code a="x",b="y"} with escaped values; empty if there are no labels */
    public static byte[] text(List<String> names, String... values) {
        if (names.isEmpty()) return NONE;
        StringBuilder text = new StringBuilder(32 * values.length);
        for (int i = 0; i < values.length; i++) {
            if (i > 0) text.append(',');
            text.append(names.get(i)).append("=\"");
            escape(values[i], text);
            text.append('"');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void escape(String value, StringBuilder text) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') text.append("\\\\");
            else if (c == '"') text.append("\\\"");
            else if (c == '\n') text.append("\\n");
            else text.append(c);
        }
    }
}
