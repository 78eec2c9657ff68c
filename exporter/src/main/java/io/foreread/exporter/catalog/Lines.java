package io.foreread.exporter.catalog;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The releases of Cassandra that have a metric, as lines: {@code 3.11} to {@code 6.0}. Immutable. */
public final class Lines {
    /** The supported lines, oldest first. */
    public static final List<String> KNOWN =
            Collections.unmodifiableList(Arrays.asList("3.11", "4.0", "4.1", "5.0", "6.0"));

    private static final Pattern RELEASE = Pattern.compile("(\\d+\\.\\d+)([.-].*)?");

    private final int first;
    private final int last;

    private Lines(int first, int last) {
        this.first = first;
        this.last = last;
    }

    /**
     * @param since the first line, or null for no lower bound
     * @param until the last line, or null for no upper bound
     * @throws IllegalArgumentException for a line that is not in {@link #KNOWN}
     */
    static Lines between(@Nullable String since, @Nullable String until) {
        return new Lines(since == null ? 0 : index(since), until == null ? KNOWN.size() - 1 : index(until));
    }

    private static int index(String line) {
        int index = KNOWN.indexOf(line);
        if (index < 0) throw new IllegalArgumentException("unknown line " + line + ", expected one of " + KNOWN);
        return index;
    }

    /** Returns the line of a release, such as 4.1; the release itself if it does not begin with a line. */
    public static String lineOf(String release) {
        Matcher matcher = RELEASE.matcher(release);
        return matcher.matches() ? matcher.group(1) : release;
    }

    /** The smallest range that includes this range and the other one. */
    Lines to(Lines other) {
        return new Lines(Math.min(first, other.first), Math.max(last, other.last));
    }

    public boolean has(String line) {
        int index = KNOWN.indexOf(line);
        return index >= first && index <= last;
    }

    @Override
    public String toString() {
        if (first == 0 && last == KNOWN.size() - 1) return "all";
        return first == last ? KNOWN.get(first) : KNOWN.get(first) + " to " + KNOWN.get(last);
    }
}
