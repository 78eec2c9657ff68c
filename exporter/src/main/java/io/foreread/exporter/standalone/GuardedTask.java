package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A repeated task whose errors do not end the repetition. The same error is logged again only after the task has succeeded.
 * Run by one thread at a time.
 */
final class GuardedTask implements Runnable {
    private static final Logger logger = LoggerFactory.getLogger(GuardedTask.class);

    private final HostPort node;
    private final Runnable task;
    private volatile String logged = "";

    GuardedTask(HostPort node, Runnable task) {
        this.node = node;
        this.task = task;
    }

    @Override
    public void run() {
        try {
            task.run();
            logged = "";
        } catch (RuntimeException | LinkageError e) {
            String error = e.toString();
            if (!error.equals(logged)) logger.warn("{}: internal error", node, e);
            logged = error;
        }
    }
}
