package io.foreread.exporter.cli;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON, indented by two spaces: maps, collections, numbers, booleans, null, and other values as text. */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();

    private JsonText() {}

    /** @param value keys of maps are written as text */
    public static String of(@Nullable Object value) {
        JsonText json = new JsonText();
        json.value(value, "\n");
        return json.text.toString();
    }

    private void value(@Nullable Object value, String indent) {
        if (value instanceof Map) map((Map<?, ?>) value, indent);
        else if (value instanceof Collection) list((Collection<?>) value, indent);
        else if (value == null || value instanceof Number || value instanceof Boolean) text.append(value);
        else quoted(value.toString());
    }

    private void map(Map<?, ?> map, String indent) {
        String separator = "{";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.append(separator).append(indent).append("  ");
            quoted(String.valueOf(entry.getKey()));
            text.append(": ");
            value(entry.getValue(), indent + "  ");
            separator = ",";
        }
        text.append(map.isEmpty() ? "{" : indent).append('}');
    }

    private void list(Collection<?> list, String indent) {
        String separator = "[";
        for (Object item : list) {
            text.append(separator).append(indent).append("  ");
            value(item, indent + "  ");
            separator = ",";
        }
        text.append(list.isEmpty() ? "[" : indent).append(']');
    }

    private void quoted(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char one = string.charAt(i);
            if (one == '"' || one == '\\') text.append('\\').append(one);
            // Everything that is not ASCII is escaped, so that the encoding of the terminal does not matter.
            else if (one < ' ' || one > '~') text.append(String.format("\\u%04x", (int) one));
            else text.append(one);
        }
        text.append('"');
    }
}
