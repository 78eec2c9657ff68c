package io.foreread.exporter.security;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits password hashes to one at a time and, after an initial credit, to a fifth of one core. Thread-safe.
 */
final class HashBudget {
    private static final int SHARE = 5;
    /** The credit, which is enough for all scrapers of a node that has just started. */
    private static final long MAX_SAVED_NANOS = 2_000_000_000L;

    /** More would occupy the threads of the endpoint. */
    private static final int MAX_WAITING = 2;

    private static final long WAIT_MILLIS = 1_000;

    private final LongSupplier nanoTime;
    private final Semaphore one = new Semaphore(1);
    private final Semaphore waiting = new Semaphore(MAX_WAITING + 1);
    private long savedNanos = MAX_SAVED_NANOS;
    private long countedNanos;
    private long enteredNanos;

    HashBudget(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        countedNanos = nanoTime.getAsLong();
    }

    /** @return false if the budget is exhausted; otherwise {@link #leave} must be called */
    boolean enter() {
        if (spent() || !waiting.tryAcquire()) return false;
        try {
            if (!one.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting.release();
        }
        if (spent()) {
            one.release();
            return false;
        }
        enteredNanos = nanoTime.getAsLong();
        return true;
    }

    void leave() {
        synchronized (this) {
            savedNanos -= nanoTime.getAsLong() - enteredNanos;
        }
        one.release();
    }

    private synchronized boolean spent() {
        long now = nanoTime.getAsLong();
        savedNanos = Math.min(MAX_SAVED_NANOS, savedNanos + (now - countedNanos) / SHARE);
        countedNanos = now;
        return savedNanos <= 0;
    }
}
