package io.foreread.exporter.catalog;

import org.jspecify.annotations.Nullable;

/** A metric name, or a pattern with one {@code *} between a prefix and a suffix. Immutable. */
final class VaryingName {
    private final String prefix;
    /** Null for a plain name. */
    private final @Nullable String suffix;

    private VaryingName(String prefix, @Nullable String suffix) {
        this.prefix = prefix;
        this.suffix = suffix;
    }

    static VaryingName of(String text) {
        int star = text.indexOf('*');
        return star < 0
                ? new VaryingName(text, null)
                : new VaryingName(text.substring(0, star), text.substring(star + 1));
    }

    boolean varies() {
        return suffix != null;
    }

    /** @return the text that matches the {@code *}, empty for a plain name, or null if the name does not match */
    @Nullable
    String varyingPart(String name) {
        if (suffix == null) return name.equals(prefix) ? "" : null;
        boolean matches =
                name.length() > prefix.length() + suffix.length() && name.startsWith(prefix) && name.endsWith(suffix);
        return matches ? name.substring(prefix.length(), name.length() - suffix.length()) : null;
    }

    @Override
    public String toString() {
        return suffix == null ? prefix : prefix + '*' + suffix;
    }
}
