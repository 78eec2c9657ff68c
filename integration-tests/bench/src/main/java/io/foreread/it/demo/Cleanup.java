package io.foreread.it.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** What must be undone when the demo ends, last thing first: by {@link #close}, or by Ctrl-C. Thread-safe. */
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

    /** @throws IllegalStateException if the JVM is going down: the step is done then, and nothing more may be begun */
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

    /** The JVM is going down: what fails from now on fails because of that. */
    boolean interrupted() {
        return interrupted.getCount() == 0;
    }

    /** Returns when the JVM is going down. */
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

    /** Whether there was anything to undo. */
    private synchronized boolean undo() {
        boolean any = !steps.isEmpty();
        while (!steps.isEmpty()) steps.pop().run();
        return any;
    }

    static void deleteTree(Path directory) {
        if (!Files.exists(directory)) return;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }
}
