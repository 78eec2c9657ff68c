package io.foreread.it.demo;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;

/** Releases the resources of the demo in reverse order on {@link #close} or Ctrl-C. Thread-safe. */
final class Cleanup implements AutoCloseable {
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    /** @param out receives a line when Ctrl-C has been handled */
    Cleanup(PrintStream out) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (interrupt()) out.printf("%nStopped, and cleaned up.%n");
                        },
                        "foreread-demo-cleanup"));
    }

    /**
     * Adds the release of a resource.
     *
     * @param step releases the resource
     * @throws IllegalStateException if the JVM is shutting down; the resource has then been released
     */
    synchronized void add(Runnable step) {
        if (interrupted()) {
            step.run();
            throw new IllegalStateException("the demo is being stopped");
        }
        steps.push(step);
    }

    private synchronized boolean interrupt() {
        interrupted.countDown();
        return undo();
    }

    /** Whether the JVM is shutting down. Failures of the demo are then a consequence of the shutdown. */
    boolean interrupted() {
        return interrupted.getCount() == 0;
    }

    /** Waits until the JVM is shutting down. */
    void awaitInterrupt() {
        try {
            interrupted.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        undo();
    }

    /** Releases all resources. Returns whether there were any. */
    private synchronized boolean undo() {
        boolean any = !steps.isEmpty();
        while (!steps.isEmpty()) steps.pop().run();
        return any;
    }
}
