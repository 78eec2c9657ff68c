package io.foreread.agent.startup;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Finds the threads of this attachment by their names. */
final class ForereadThreads {
    private static final String PREFIX = "foreread-";
    /** Belongs to the resident classes, and waits for this attachment. */
    private static final String OF_DETACH = "foreread-detach";
    /** These threads serve open scans. */
    private static final String AHEAD = "foreread-ahead-";

    private static final long PAUSE_MILLIS = 10;

    private ForereadThreads() {}

    /** Waits for the end of all threads, except those that serve open scans. */
    static void awaitEnd(long limitSeconds) throws UndoSteps.UndoneException, InterruptedException {
        long startNanos = System.nanoTime();
        for (Set<String> names = names(); !names.isEmpty(); names = names()) {
            if (System.nanoTime() - startNanos >= TimeUnit.SECONDS.toNanos(limitSeconds))
                throw new UndoSteps.UndoneException("still running: " + String.join(", ", names));
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static Set<String> names() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) group = group.getParent();
        Thread[] threads = new Thread[2 * group.activeCount() + 16];
        int count = group.enumerate(threads);
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            String name = threads[i].getName();
            if (name.startsWith(PREFIX) && !name.equals(OF_DETACH) && !name.startsWith(AHEAD)) names.add(name);
        }
        return names;
    }
}
