package io.foreread.agent.readahead;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ThreadRecord;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open readers of Foreread and the writers that compress ahead, so that the agent is removed only when none is in
 * use. Thread-safe.
 *
 * <p>It refers to the readers weakly: a reader that Cassandra forgot to close does not count once the garbage collector has
 * found that nothing can use it. For example, verify of 3.11 to 4.1 does not close its data reader if it cannot open the index.
 */
public final class OpenScans {
    /** A file of an sstable or of a secondary index, in the directory of its table. */
    private static final Pattern FILE = Pattern.compile(".*/(\\w+)/(\\w+)-[0-9a-f]{32}/(?:(\\.\\w+)/)?[^/]+");

    private final LongSupplier nanoTime;
    private final Set<Registration> registrations = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
    private final AtomicInteger opening = new AtomicInteger();
    private volatile boolean refusing;

    public OpenScans() {
        this(System::nanoTime);
    }

    OpenScans(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Called before a reader is opened. If it returns true, the caller must call {@link #endOpening} afterwards.
     *
     * @return false after {@link #refuse}
     */
    public boolean beginOpening() {
        // The increment precedes the check, so that refuse() either counts this opening or is seen by it.
        opening.incrementAndGet();
        if (!refusing) return true;
        opening.decrementAndGet();
        return false;
    }

    /** Called when the reader is open and registered, or could not be opened. */
    public void endOpening() {
        opening.decrementAndGet();
    }

    /**
     * Registers an open reader until {@link Registration#close}. Called by the thread that opens it.
     *
     * @param path the file that it reads
     */
    public Registration register(Object reader, String path) {
        forgetCollected();
        Registration registration =
                new Registration(reader, this, path, ThreadRecord.current().activity(), nanoTime.getAsLong());
        registrations.add(registration);
        return registration;
    }

    /** From now on no reader is opened. Those that are being opened are still counted. */
    public void refuse() {
        refusing = true;
    }

    /** Returns the number of readers that are open or being opened. */
    public int count() {
        // In this order: a reader that is opened during this call is counted at least once.
        int beingOpened = opening.get();
        for (Registration registration : registrations) if (registration.get() == null) registration.forget();
        return beingOpened + registrations.size();
    }

    private void forgetCollected() {
        for (Object one = collected.poll(); one != null; one = collected.poll()) ((Registration) one).forget();
    }

    /**
     * Describes the reader that is open for the longest time, such as {@code 312 s: compaction of shop.orders}. Empty if there
     * is none.
     */
    public String longest() {
        long now = nanoTime.getAsLong();
        Registration longest = null;
        long longestNanos = -1;
        for (Registration one : registrations) {
            long openNanos = now - one.openedNanos;
            if (one.get() == null || openNanos <= longestNanos) continue;
            longest = one;
            longestNanos = openNanos;
        }
        if (longest == null) return "";
        String operation = longest.activity == Activity.OTHER ? "scan" : longest.activity.label();
        return TimeUnit.NANOSECONDS.toSeconds(longestNanos) + " s: " + operation + " of " + table(longest.path);
    }

    /** Returns keyspace and table, and the index if there is one. Returns the path of a file in another directory. */
    private static String table(String path) {
        Matcher file = FILE.matcher(path);
        if (!file.matches()) return path;
        return file.group(1) + '.' + file.group(2) + (file.group(3) == null ? "" : file.group(3));
    }

    /** Represents one open reader. */
    public static final class Registration extends WeakReference<Object> {
        private final OpenScans scans;
        private final String path;
        private final Activity activity;
        private final long openedNanos;
        private volatile @Nullable Runnable ifForgotten;

        private Registration(Object reader, OpenScans scans, String path, Activity activity, long openedNanos) {
            super(reader, scans.collected);
            this.scans = scans;
            this.path = path;
            this.activity = activity;
            this.openedNanos = openedNanos;
        }

        /**
         * Sets what is done if the reader is not closed and nothing can use it any more.
         *
         * @param action does not refer to the reader
         */
        public void ifForgotten(Runnable action) {
            ifForgotten = action;
        }

        /** The reader is closed. Further calls have no effect. */
        public void close() {
            scans.registrations.remove(this);
        }

        private void forget() {
            Runnable action = ifForgotten;
            if (scans.registrations.remove(this) && action != null) action.run();
        }
    }
}
