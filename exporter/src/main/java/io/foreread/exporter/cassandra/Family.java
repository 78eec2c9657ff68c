package io.foreread.exporter.cassandra;

import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/** One family and its series, which come and go with tables and peers. Thread-safe. */
final class Family {
    private final TextFamily text;
    private final String group;
    /** By labels, so that an alias does not export a series twice, and that the order is always the same. */
    private final ConcurrentSkipListMap<String, Series> series = new ConcurrentSkipListMap<>();

    private volatile boolean dropped;

    Family(TextFamily text, String group) {
        this.text = text;
        this.group = group;
    }

    String name() {
        return text.name();
    }

    /** The {@code group} label of what it costs. */
    String group() {
        return group;
    }

    byte[] sampleName(String suffix) {
        return text.sampleName(suffix);
    }

    /** @return the series that had these labels before, null if there was none */
    Series add(String labels, Series added) {
        return series.put(labels, added);
    }

    /** @return the series removed, null if there was none */
    Series remove(String labels) {
        return series.remove(labels);
    }

    Collection<Series> series() {
        return series.values();
    }

    boolean dropped() {
        return dropped;
    }

    /** Whether it is left out to keep to the budget. */
    void drop(boolean dropIt) {
        dropped = dropIt;
    }

    /** Number of lines in the exposition. */
    long lines() {
        long lines = 0;
        for (Series one : series.values()) if (one.isExported()) lines += one.lines();
        return lines;
    }

    /** @param names of samples; empty for all */
    boolean asked(Set<String> names) {
        if (names.isEmpty() || names.contains(text.name())) return true;
        if (!text.hasParts()) return false;
        for (String name : names)
            if (name.startsWith(text.name())
                    && name.substring(text.name().length()).matches("_(bucket|sum|count)")) return true;
        return false;
    }

    /**
     * Reads what is live and writes all lines.
     *
     * @return lines written
     */
    long write(long scrape, TextFamily.Format format, TextBuffer out, LongAdder errors, GiveWay giveWay)
            throws IOException {
        long lines = 0;
        for (Series one : series.values()) {
            if (!one.isExported()) continue;
            if (lines == 0) {
                out.cut();
                out.append(text.header(format));
            }
            if (!one.write(scrape, out)) errors.increment();
            lines += one.lines();
            out.flushIfFull();
            giveWay.now();
        }
        return lines;
    }
}
