package io.foreread.exporter.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value as it was given: one text, a list of texts, or a key without a value, which means the default if
 * there is one. Immutable.
 *
 * <p>{@link #equals} ignores the place in the file.
 */
public final class GivenValue {
    private static final GivenValue UNSET = new GivenValue(null, null, "", "");

    private final @Nullable String text;
    private final @Nullable List<String> items;
    private final String keyPlace;
    private final String place;

    private GivenValue(@Nullable String text, @Nullable List<String> items, String keyPlace, String place) {
        this.text = text;
        this.items = items;
        this.keyPlace = keyPlace;
        this.place = place;
    }

    /** Creates a value that does not come from a file, such as an argument of the command line. */
    public static GivenValue of(String text) {
        return UNSET.withText(text.trim());
    }

    static GivenValue at(String keyPlace, String place) {
        return new GivenValue(null, null, keyPlace, place);
    }

    GivenValue withText(String newText) {
        return new GivenValue(newText, null, keyPlace, place);
    }

    GivenValue withItems(List<String> newItems) {
        return new GivenValue(null, Collections.unmodifiableList(new ArrayList<>(newItems)), keyPlace, place);
    }

    boolean isUnset() {
        return text == null && items == null;
    }

    /** @return null if the value is a list or unset */
    @Nullable
    String text() {
        return text;
    }

    /** @return the items of a list, or of a text such as {@code [a, b]}, {@code a,b} or {@code a b} */
    List<String> items() {
        if (items != null) return items;
        String list = text == null ? "" : text;
        boolean brackets = list.startsWith("[") && list.endsWith("]");
        List<String> split = new ArrayList<>();
        for (String item : (brackets ? list.substring(1, list.length() - 1) : list).split("[,\\s]+")) {
            boolean quoted =
                    item.length() > 1 && "\"'".indexOf(item.charAt(0)) >= 0 && item.endsWith(item.substring(0, 1));
            String bare = quoted ? item.substring(1, item.length() - 1) : item;
            if (!bare.isEmpty()) split.add(bare);
        }
        if (split.isEmpty() && !brackets) throw new IllegalArgumentException("a list is expected; [] is the empty one");
        return split;
    }

    /** File, line and column of the key, followed by a colon and a space; empty if the value does not come from a file. */
    String keyPlace() {
        return keyPlace;
    }

    /** File, line and column of the value, followed by a colon and a space; empty if the value does not come from a file. */
    String place() {
        return place;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GivenValue
                && Objects.equals(((GivenValue) other).text, text)
                && Objects.equals(((GivenValue) other).items, items);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text, items);
    }

    /** The form in messages. */
    @Override
    public String toString() {
        return items == null ? "'" + (text == null ? "" : text) + "'" : items.toString();
    }
}
