package io.foreread.exporter.http;

import io.foreread.exporter.http.RequestCounts.ScrapeResult;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shares and limits the renderings of one exposition. Identical scrapes that wait at the same time share one rendering.
 * The rendering begins after all of these scrapes have arrived, so that no scrape gets a rendering that is older than
 * its request. At most two renderings run at a time, and at most one of them has a name filter. Renderings without a
 * filter can differ only in their format, of which there are two, so at most two of them wait. Thread-safe.
 */
final class Renderings {
    static final int MAX_RUNNING = 2;
    private static final String TOO_MANY = "too many scrapes at a time, retry later";
    private static final int MAX_PARTIAL_RUNNING = 1;
    /**
     * The maximum number of filtered renderings that wait. Further scrapes with other filters are rejected, because
     * waiting scrapes occupy threads of the endpoint.
     */
    static final int MAX_PARTIAL_WAITING = 4;

    /** The maximum time until a rendering begins. Scrapers usually have a timeout of ten seconds. */
    private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The maximum time for which a running rendering delays the next identical rendering. */
    private static final long MAX_SAME_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * If other scrapes competed with a rendering, the next identical rendering begins after a pause. The first pause is
     * the duration of the rendering, multiplied by the square of the number of scrapes that shared it. Each further
     * pause is at least twice as long as the pause before, up to the maximum. A rendering without competing scrapes
     * halves the pause. Two scrapers whose scrapes coincide are hardly delayed. Clients that scrape in a loop get one
     * rendering in 4 s. {@link ScrapeQueue} limits how many scrapes of one client address can share it.
     *
     * <p>The scrapes that share the rendering get it one after the other during the pause. A client that scrapes in a
     * loop opens its next connection when it has read the response, and a TLS handshake costs as much as a rendering.
     * Handshakes of all clients at the same time would delay the requests of Cassandra's clients.
     *
     * <p>A scrape waits for the running rendering and then for the pause, together at most {@link #MAX_WAIT_NANOS}.
     */
    private static final long MAX_PAUSE_NANOS = MAX_WAIT_NANOS - MAX_SAME_WAIT_NANOS;

    /** Guarded by this, as are the following fields. */
    private final Map<Key, Sharing> sharings = new HashMap<>();

    private int running;
    private int partialRunning;
    private int partialWaiting;
    private final long maxWaitNanos;
    private final long maxPauseNanos;

    Renderings() {
        this(MAX_WAIT_NANOS, MAX_PAUSE_NANOS);
    }

    /**
     * @param maxWaitNanos the maximum time until a rendering begins
     * @param maxPauseNanos the maximum pause between identical renderings
     */
    Renderings(long maxWaitNanos, long maxPauseNanos) {
        this.maxWaitNanos = maxWaitNanos;
        this.maxPauseNanos = maxPauseNanos;
    }

    /**
     * Returns a complete rendering, which the caller must release.
     *
     * @param names the requested names, empty for all
     * @throws NotServedException if there are too many scrapes, or the rendering is too large
     */
    Rendering get(Set<String> names, String contentType, ScrapeContext context, Writer writer)
            throws NotServedException {
        Key key = new Key(names, contentType);
        Sharing sharing;
        Job job;
        boolean leads;
        int place;
        synchronized (this) {
            long now = System.nanoTime();
            sharings.values().removeIf(idle -> idle.isIdle(now));
            sharing = sharings.computeIfAbsent(key, first -> new Sharing());
            leads = sharing.next == null;
            if (leads && key.isPartial() && partialWaiting >= MAX_PARTIAL_WAITING) {
                context.counts.scraped(ScrapeResult.REJECTED);
                throw rejected(TOO_MANY);
            }
            if (leads) {
                sharing.next = new Job(new Rendering(context.memory));
                if (key.isPartial()) partialWaiting++;
            }
            job = Objects.requireNonNull(sharing.next);
            place = job.scrapes++;
            job.rendering.retain();
        }
        ScrapeResult result = ScrapeResult.FAILED;
        try {
            if (leads) lead(key, sharing, job, writer);
            else follow(job, place, context.timeoutNanos);
            result = leads ? ScrapeResult.RENDERED : ScrapeResult.SHARED;
            return job.rendering;
        } catch (NotServedException e) {
            result = ScrapeResult.REJECTED;
            throw e;
        } finally {
            context.counts.scraped(result);
            if (result == ScrapeResult.FAILED || result == ScrapeResult.REJECTED) job.rendering.release();
        }
    }

    private void lead(Key key, Sharing sharing, Job job, Writer writer) throws NotServedException {
        awaitTurn(key, sharing, job);
        long begunNanos = System.nanoTime();
        State state = State.FAILED;
        try {
            job.rendering.complete(writer.write(job.rendering.out()));
            state = State.COMPLETE;
        } catch (IOException e) {
            // Writing to memory fails only if the memory is exhausted.
            job.reason = String.valueOf(e.getMessage());
            state = State.REJECTED;
            throw rejected(job.reason);
        } finally {
            end(key, sharing, job, state, begunNanos);
        }
    }

    private synchronized void awaitTurn(Key key, Sharing sharing, Job job) throws NotServedException {
        long arrivedNanos = System.nanoTime();
        boolean begins = false;
        try {
            for (long now = arrivedNanos; now - arrivedNanos < maxWaitNanos; now = System.nanoTime()) {
                long waitNanos = waitNanos(key, sharing, now - arrivedNanos, now);
                begins = waitNanos <= 0;
                if (begins) break;
                job.waited = true;
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(waitNanos, maxWaitNanos) + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sharing.next = null;
            if (key.isPartial()) partialWaiting--;
            if (!begins) finish(job, State.REJECTED);
        }
        if (!begins) throw rejected(TOO_MANY);
        sharing.running++;
        running++;
        if (key.isPartial()) partialRunning++;
    }

    /** Returns 0 or less if a rendering can begin, otherwise the time after which it could. */
    private long waitNanos(Key key, Sharing sharing, long waitedNanos, long nowNanos) {
        if (running >= MAX_RUNNING || (key.isPartial() && partialRunning >= MAX_PARTIAL_RUNNING))
            return maxWaitNanos - waitedNanos;
        if (sharing.running > 0) return MAX_SAME_WAIT_NANOS - waitedNanos;
        return sharing.pauseNanos == 0 ? 0 : sharing.pauseEndNanos - nowNanos;
    }

    private synchronized void end(Key key, Sharing sharing, Job job, State state, long begunNanos) {
        long nowNanos = System.nanoTime();
        sharing.running--;
        running--;
        if (key.isPartial()) partialRunning--;
        boolean competes = job.waited || job.scrapes > 1 || sharing.next != null;
        long firstPauseNanos = (long) job.scrapes * job.scrapes * (nowNanos - begunNanos);
        sharing.pauseNanos = competes
                ? Math.min(maxPauseNanos, Math.max(2 * sharing.pauseNanos, firstPauseNanos))
                : sharing.pauseNanos / 2;
        sharing.pauseEndNanos = nowNanos + sharing.pauseNanos;
        job.endNanos = nowNanos;
        job.spreadNanos = sharing.pauseNanos;
        finish(job, state);
    }

    private synchronized void follow(Job job, int place, long timeoutNanos) throws NotServedException {
        long arrivedNanos = System.nanoTime();
        try {
            while (job.state == State.OPEN) {
                long leftNanos = timeoutNanos - (System.nanoTime() - arrivedNanos);
                if (leftNanos <= 0) throw rejected(TOO_MANY);
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            }
            if (job.state == State.COMPLETE) awaitPlace(job, place, timeoutNanos - (job.endNanos - arrivedNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw rejected(TOO_MANY);
        }
        if (job.state == State.REJECTED) throw rejected(job.reason);
        if (job.state == State.FAILED) throw new IllegalStateException("the shared rendering failed");
    }

    /** Waits for this scrape's part of the pause. Leaves at least half of the remaining time to send the response. */
    private synchronized void awaitPlace(Job job, int place, long leftNanos) throws InterruptedException {
        long delayNanos = Math.min(job.spreadNanos * place / job.scrapes, leftNanos / 2);
        for (long waited = 0; waited < delayNanos; waited = System.nanoTime() - job.endNanos)
            TimeUnit.NANOSECONDS.timedWait(this, delayNanos - waited);
    }

    private synchronized void finish(Job job, State state) {
        job.state = state;
        notifyAll();
    }

    private static NotServedException rejected(String reason) {
        return new NotServedException(503, reason);
    }

    /** Writes a complete gzip stream. */
    interface Writer {
        /** @return length of the text in bytes */
        long write(OutputStream out) throws IOException;
    }

    private enum State {
        OPEN,
        COMPLETE,
        /** Not rendered, because there are too many scrapes or the exposition is too large. */
        REJECTED,
        /** Failed with an exception. The thread that renders passes the exception to its caller. */
        FAILED
    }

    /** A rendering that waits or runs. Guarded by the outer object. */
    private static final class Job {
        final Rendering rendering;
        State state = State.OPEN;
        /** The reason for {@link State#REJECTED}. Written before the state. */
        String reason = TOO_MANY;

        boolean waited;

        /** The number of scrapes that share this rendering. It does not change once the rendering runs. */
        int scrapes;
        /**
         * The end of the rendering, and the time after this end in which the scrapes get the rendering. Written before
         * the state.
         */
        long endNanos;

        long spreadNanos;

        Job(Rendering rendering) {
            this.rendering = rendering;
        }
    }

    /** The state of identical scrapes, which share renderings. Guarded by the outer object. */
    private static final class Sharing {
        /** The rendering that has not begun; further identical scrapes share it. Null if there is none. */
        @Nullable
        Job next;

        int running;
        /** The pause after the last rendering, 0 if no scrape has competed with any of the last renderings. */
        long pauseNanos;

        long pauseEndNanos;

        boolean isIdle(long nowNanos) {
            return next == null && running == 0 && (pauseNanos == 0 || pauseEndNanos - nowNanos <= 0);
        }
    }

    /** The parameters by which scrapes are identical. Immutable. */
    private static final class Key {
        private final Set<String> names;
        private final String contentType;

        Key(Set<String> names, String contentType) {
            this.names = names;
            this.contentType = contentType;
        }

        boolean isPartial() {
            return !names.isEmpty();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key
                    && ((Key) other).names.equals(names)
                    && ((Key) other).contentType.equals(contentType);
        }

        @Override
        public int hashCode() {
            return 31 * names.hashCode() + contentType.hashCode();
        }
    }
}
