package io.foreread.agent.command;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Prints what a command is doing if this takes more than two seconds, and again every ten seconds. */
final class SlowNotice {
    private static final long FIRST_SECONDS = 2;
    private static final long NEXT_SECONDS = 10;

    private final ScheduledExecutorService timer;
    private final long beginNanos = System.nanoTime();

    /** @param activity such as "attaching to process 12" */
    SlowNotice(String activity, Consumer<String> say) {
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "foreread-slow-notice");
            thread.setDaemon(true);
            return thread;
        });
        timer.scheduleAtFixedRate(
                () -> say.accept(
                        activity + " (" + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos) + " s)"),
                FIRST_SECONDS,
                NEXT_SECONDS,
                TimeUnit.SECONDS);
    }

    void stop() {
        timer.shutdownNow();
    }
}
