package io.foreread.it.summary;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends this JVM after {@code -Dforeread.fork.limit.seconds}. Surefire's forkedProcessTimeoutInSeconds does not end a JVM
 * whose test ignores interrupts (SUREFIRE-1722).
 */
final class ForkLimit {
    private static final Integer LIMIT_SECONDS = Integer.getInteger("foreread.fork.limit.seconds");
    private static final long HOOKS_SECONDS = 60;
    private static final AtomicBoolean started = new AtomicBoolean();

    private ForkLimit() {}

    static void start() {
        if (LIMIT_SECONDS == null || started.getAndSet(true)) return;
        daemon("foreread-fork-limit", () -> {
            sleep(LIMIT_SECONDS);
            System.err.println("this JVM exits, because its tests did not end within " + LIMIT_SECONDS + " seconds");
            // Shutdown hooks of this JVM stop the nodes. A hook that hangs must not keep the JVM alive.
            daemon("foreread-exit", () -> System.exit(1));
            sleep(HOOKS_SECONDS);
            Runtime.getRuntime().halt(1);
        });
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void sleep(long seconds) {
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the thread of the limit was interrupted", e);
        }
    }
}
