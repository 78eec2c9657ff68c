package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.readahead.AheadThreads;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Occupies the threads that compress ahead, and waits for threads. Each wait has a limit. */
final class RuleThreads {
    static final String AHEAD = "foreread-ahead";

    private static CountDownLatch released = new CountDownLatch(0);

    private RuleThreads() {}

    /** Blocks all threads that compress ahead until {@link #release}. */
    static void occupyAll() {
        CountDownLatch end = new CountDownLatch(1);
        released = end;
        while (AheadThreads.run(() -> block(end))) {
            // until no thread is free
        }
    }

    private static void block(CountDownLatch end) {
        try {
            assertThat(end.await(RuleCompressor.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void release() {
        released.countDown();
    }

    /** Waits until no thread compresses ahead, and all existing ones can be used. */
    static void awaitNone() throws InterruptedException {
        await("threads without work", () -> Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().startsWith(AHEAD))
                .allMatch(thread -> isIdle(thread.getKey(), thread.getValue())));
    }

    private static boolean isIdle(Thread thread, StackTraceElement[] stack) {
        return thread.getState() == Thread.State.TERMINATED
                || (thread.getState() == Thread.State.TIMED_WAITING
                        && Arrays.stream(stack)
                                .anyMatch(frame -> frame.getMethodName().equals("getTask")));
    }

    /** Waits until a thread waits for another one. */
    static void awaitWaiting(Thread thread) throws InterruptedException {
        await("a thread that waits", () -> {
            assertThat(thread.isAlive())
                    .as("waits for the thread that compresses")
                    .isTrue();
            return thread.getState() == Thread.State.WAITING;
        });
    }

    /** Releases the held thread when the given one waits for it. */
    static void releaseOnceWaiting(Thread thread) {
        runOnceWaiting(thread, RuleCompressor::release);
    }

    static void runOnceWaiting(Thread thread, Runnable action) {
        try {
            awaitWaiting(thread);
            action.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void awaitEnd(Thread thread) throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(RuleCompressor.LIMIT_SECONDS));
        assertThat(thread.isAlive()).as("has not ended").isFalse();
    }

    private static void await(String what, BooleanSupplier reached) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (!reached.getAsBoolean()) {
            assertThat(System.nanoTime() - startNanos)
                    .as("nanoseconds until %s", what)
                    .isLessThan(TimeUnit.SECONDS.toNanos(RuleCompressor.LIMIT_SECONDS));
            // The interval of the polls.
            Thread.sleep(1);
        }
    }
}
