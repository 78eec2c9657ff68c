package io.foreread.exporter.cassandra;

import io.foreread.exporter.source.ReadErrors;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** A metric family and its series, which change as tables and peers are added and removed. Thread-safe. */
final class Family {
    private final TextFamily text;
    private final String group;
    private final String level;
    /** Keyed by labels, so that a metric that is registered twice has one series, and the order is stable. */
    private final ConcurrentSkipListMap<String, Series> series = new ConcurrentSkipListMap<>();

    private volatile boolean dropped;

    Family(TextFamily text, String group, String level) {
        this.text = text;
        this.group = group;
        this.level = level;
    }

    String name() {
        return text.name();
    }

    /** The value of the label {@code group} of {@code foreread_scrape_seconds}. */
    String group() {
        return group;
    }

    /** The value of the label {@code level} of {@code foreread_series}. */
    String level() {
        return level;
    }

    byte[] sampleName(String suffix) {
        return text.sampleName(suffix);
    }

    /** @return the previous series with these labels, or null */
    Series add(String labels, Series added) {
        added.setFamily(name());
        return series.put(labels, added);
    }

    /** @return the removed series, or null */
    Series remove(String labels) {
        return series.remove(labels);
    }

    boolean dropped() {
        return dropped;
    }

    /** Sets whether the family is dropped to keep the budget. */
    void drop(boolean drop) {
        dropped = drop;
    }

    /** The number of lines of the exported series. */
    long lines() {
        long lines = 0;
        for (Series one : series.values()) if (one.isExported()) lines += one.lines();
        return lines;
    }

    /** @param names names of samples; empty for all */
    boolean matches(Set<String> names) {
        if (names.isEmpty() || names.contains(text.name())) return true;
        if (!text.hasParts()) return false;
        for (String name : names)
            if (name.startsWith(text.name())
                    && name.substring(text.name().length()).matches("_(bucket|sum|count)")) return true;
        return false;
    }

    /**
     * Reads the live series and writes all lines.
     *
     * @return the number of lines written
     */
    long write(long scrape, TextFamily.Format format, TextBuffer out, ReadErrors errors, CpuYield cpuYield)
            throws IOException {
        long lines = 0;
        boolean begun = false;
        for (Series one : series.values()) {
            if (!one.isExported()) continue;
            if (!begun) {
                out.cut();
                out.append(text.header(format));
                begun = true;
            }
            if (!one.write(scrape, out)) errors.failed(group, name(), one.origin(), one.takeFailure());
            if (one.readable()) lines += one.lines();
            out.flushIfFull();
            cpuYield.yieldIfDue();
        }
        return lines;
    }
}
