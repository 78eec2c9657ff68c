package io.foreread.agent.readahead;

import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the open readers of Foreread and the writers that compress ahead, so that the agent is removed only when none is in
 * use. Thread-safe.
 *
 * <p>It refers to the readers weakly: a reader that Cassandra forgot to close does not count once the garbage collector has
 * found that nothing can use it.
 */
public final class OpenScans {
    private final Set<Registration> registrations = ConcurrentHashMap.newKeySet();
    private final AtomicInteger opening = new AtomicInteger();
    private volatile boolean refusing;

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

    /** Registers an open reader until {@link Registration#close}. */
    public Registration register(Object reader) {
        Registration registration = new Registration(reader, registrations);
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
        registrations.removeIf(registration -> registration.get() == null);
        return beingOpened + registrations.size();
    }

    /** Represents one open reader. */
    public static final class Registration extends WeakReference<Object> {
        private final Set<Registration> registrations;

        private Registration(Object reader, Set<Registration> registrations) {
            super(reader);
            this.registrations = registrations;
        }

        /** The reader is closed. Further calls have no effect. */
        public void close() {
            registrations.remove(this);
        }
    }
}
