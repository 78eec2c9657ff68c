package io.foreread.agent.startup;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

/** Finds the threads of one attachment by their names. Thread-safe. */
final class ForereadThreads {
    private static final String PREFIX = "foreread-";
    /** Belongs to the resident classes, and waits for attachments. */
    private static final String OF_DETACH = "foreread-detach";
    /** These threads serve open scans. */
    private static final String AHEAD = "foreread-ahead-";

    private static final long PAUSE_MILLIS = 10;

    /** Threads of earlier attachments whose task has not returned. */
    private final Set<Thread> others = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    /** The threads that had not ended at the end of the wait. A later attachment can start threads of the same names. */
    private volatile List<WeakReference<Thread>> remaining = Collections.emptyList();

    /** Created before the attachment starts a thread. */
    ForereadThreads() {
        others.addAll(all());
    }

    /** Waits for the end of all threads, except those that serve open scans, but not longer than the limit. */
    void awaitEnd(long limitMillis) throws InterruptedException {
        long startNanos = System.nanoTime();
        List<Thread> running = own();
        while (!running.isEmpty() && System.nanoTime() - startNanos < TimeUnit.MILLISECONDS.toNanos(limitMillis)) {
            // Not a join: a pool can start another thread in the meantime.
            Thread.sleep(PAUSE_MILLIS);
            running = own();
        }
        List<WeakReference<Thread>> left = new ArrayList<>();
        for (Thread thread : running) left.add(new WeakReference<>(thread));
        remaining = left;
    }

    /** The names of the threads that have not ended since {@link #awaitEnd}, in order and each once. */
    List<String> remaining() {
        Set<String> names = new TreeSet<>();
        for (WeakReference<Thread> reference : remaining) {
            Thread thread = reference.get();
            if (thread != null && thread.isAlive()) names.add(thread.getName());
        }
        return new ArrayList<>(names);
    }

    private List<Thread> own() {
        List<Thread> own = all();
        own.removeIf(others::contains);
        return own;
    }

    private static List<Thread> all() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads);
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = threads[i].getName();
            if (name.startsWith(PREFIX) && !name.equals(OF_DETACH) && !name.startsWith(AHEAD)) all.add(threads[i]);
        }
        return all;
    }
}
