package io.foreread.exporter.cassandra;

import io.foreread.exporter.text.TextBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The output of one metric of Cassandra in one family: one sample, or all samples of a distribution. Caches the last
 * value and its text, so that concurrent scrapes share one read and unchanged values are not formatted again. Thread-safe.
 */
abstract class Series {
    private final @Nullable Exportable owner;
    private final boolean live;
    /** Guarded by this, as is the state of subclasses. */
    private long readInScrape;

    private boolean readable;
    /** Why the last read failed. */
    private volatile @Nullable Throwable failure;

    private volatile String family = "";

    /** @param owner the table or peer of this series, or null */
    Series(@Nullable Exportable owner, boolean live) {
        this.owner = owner;
        this.live = live;
    }

    /** @return null if this series does not belong to a table */
    final @Nullable Table table() {
        return owner instanceof Table ? (Table) owner : null;
    }

    /** The name of the family that this series was added to. */
    final String family() {
        return family;
    }

    final void setFamily(String name) {
        family = name;
    }

    /** Returns the exception of the last failed read, and clears it, so that the exception is not retained. */
    final Throwable takeFailure() {
        Throwable last = failure;
        failure = null;
        return last == null ? new IllegalStateException("unknown") : last;
    }

    final boolean isExported() {
        return owner == null || owner.isExported();
    }

    final boolean live() {
        return live;
    }

    /** Reads the value outside of a scrape. The slow part runs without the lock, so that no scrape waits for it. */
    final boolean readInBackground() {
        try {
            Object fetched = fetch();
            synchronized (this) {
                readable = publish(fetched);
            }
            return true;
        } catch (RuntimeException | AssertionError | LinkageError e) {
            failure = e;
            forget();
            return false;
        }
    }

    /**
     * Reads the value if it is live and has not been read since the scrape began, and appends its samples, if any.
     *
     * @param scrape the number of the scrape; numbers are ascending
     * @return false if this call tried to read the value and failed
     */
    final synchronized boolean write(long scrape, TextBuffer out) {
        boolean read = readIn(scrape);
        if (readable) append(out);
        return read;
    }

    /**
     * Reads the value if it is live and has not been read since the scrape began.
     *
     * @return false if this call tried to read the value and failed
     */
    final synchronized boolean readIn(long scrape) {
        if (!live || readInScrape >= scrape) return true;
        readInScrape = scrape;
        return read();
    }

    /** The number of the last scrape in which the value was read or is being read. */
    final synchronized long scrape() {
        return readInScrape;
    }

    /** Whether there is a value to export. */
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
            // Only this sample is lost. AssertionError is caught too, because Cassandra runs with assertions enabled.
            readable = false;
            failure = e;
            return false;
        }
    }

    /** Where the value is read from, for a message. */
    abstract String origin();

    /** @return false if there is no value to export */
    abstract boolean readValue();

    /** @return the argument of {@link #publish}, for values that are slow to read; otherwise null */
    @Nullable
    Object fetch() {
        return null;
    }

    /** Like {@link #readValue}, with the value that {@link #fetch} returned. */
    boolean publish(@Nullable Object fetched) {
        return readValue();
    }

    /** Called after a successful read only. */
    abstract void append(TextBuffer out);

    /** The number of lines that {@link #append} writes. */
    abstract int lines();
}
