package io.foreread.exporter.cassandra;

import io.foreread.exporter.text.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What one metric of a node becomes in one family: one line, or the lines of a distribution. Keeps the last value and
 * its text, so that concurrent scrapes share one reading and what has not changed is not rendered again. Thread-safe.
 */
abstract class Series {
    private final @Nullable Table table;
    private final boolean live;
    /** Guarded by this, as is whatever a subclass keeps. */
    private long readInScrape;

    private boolean readable;

    /** @param table whose series this is; null if of none */
    Series(@Nullable Table table, boolean live) {
        this.table = table;
        this.live = live;
    }

    /** Null if it is of no table. */
    final @Nullable Table table() {
        return table;
    }

    final boolean isExported() {
        return table == null || table.isExported();
    }

    final boolean live() {
        return live;
    }

    /** Reads the value outside of any scrape, and what may take long without the lock: no scrape waits for that. */
    final boolean readInBackground() {
        try {
            Object fetched = fetch();
            synchronized (this) {
                readable = publish(fetched);
            }
            return true;
        } catch (RuntimeException | AssertionError | LinkageError e) {
            forget();
            return false;
        }
    }

    /**
     * Reads the value if it is live and nobody has since that scrape began, and appends its lines, if it has any. Holds
     * a lock, and never longer than the reading takes.
     *
     * @param scrape a number that grows from scrape to scrape
     * @return false if the value could not be read
     */
    final synchronized boolean write(long scrape, TextBuffer out) {
        boolean read = readIn(scrape);
        if (readable) append(out);
        return read;
    }

    /**
     * Reads the value if it is live and nobody has since that scrape began.
     *
     * @return false if the value could not be read
     */
    final synchronized boolean readIn(long scrape) {
        if (!live || readInScrape >= scrape) return true;
        readInScrape = scrape;
        return read();
    }

    /** The last that has read a live value, or is about to. */
    final synchronized long scrape() {
        return readInScrape;
    }

    /** Whether there is a value. */
    final synchronized boolean readable() {
        return readable;
    }

    /** Discards the value until it is read again. */
    final synchronized void forget() {
        readable = false;
    }

    private boolean read() {
        try {
            readable = readValue();
            return true;
        } catch (RuntimeException | AssertionError | LinkageError e) {
            // It costs its own sample. Cassandra runs with assertions on.
            readable = false;
            return false;
        }
    }

    /** @return false if there is no value now */
    abstract boolean readValue();

    /** @return what {@link #publish} is to be given; null unless it may take long to get */
    @Nullable
    Object fetch() {
        return null;
    }

    /** As {@link #readValue}, of what was fetched. */
    boolean publish(@Nullable Object fetched) {
        return readValue();
    }

    /** Called after a successful reading only. */
    abstract void append(TextBuffer out);

    /** Number of lines in the exposition. */
    abstract int lines();
}
