package io.foreread.exporter.http;

import java.util.Locale;

/**
 * Builds an HTML page. Everything except literals must be added by {@link #text}, which escapes it. Not thread-safe.
 */
final class Html {
    private final StringBuilder page = new StringBuilder(8192);

    /** @param markup a literal */
    Html raw(String markup) {
        page.append(markup);
        return this;
    }

    Html text(String text) {
        page.append(escaped(text));
        return this;
    }

    Html bytes(long bytes) {
        return text(humanBytes(bytes));
    }

    @Override
    public String toString() {
        return page.toString();
    }

    static String humanBytes(long bytes) {
        if (bytes < 1L << 10) return bytes + " B";
        if (bytes < 1L << 20) return format("%.1f KiB", bytes / (double) (1L << 10));
        if (bytes < 1L << 30) return format("%.1f MiB", bytes / (double) (1L << 20));
        return format("%.2f GiB", bytes / (double) (1L << 30));
    }

    static String seconds(long nanos) {
        return nanos < 1_000_000_000L ? format("%.0f ms", nanos / 1e6) : format("%.1f s", nanos / 1e9);
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
