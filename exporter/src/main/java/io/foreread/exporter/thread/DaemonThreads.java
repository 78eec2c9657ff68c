package io.foreread.exporter.thread;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the threads of the exporter that run in a node. They do not keep the JVM or a class loader alive, and log what
 * they do not catch: the handler that Cassandra installs for all other threads counts it as an exception of Cassandra, and
 * after an OutOfMemoryError for direct memory or for a thread, it fills the heap to end the node.
 */
public final class DaemonThreads {
    private static final Logger logger = LoggerFactory.getLogger(DaemonThreads.class);

    private DaemonThreads() {}

    /** Creates threads that have the same name. */
    public static ThreadFactory named(String name) {
        return task -> create(task, name);
    }

    /** Creates threads whose names have the prefix and a number, from 1. */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> create(task, prefix + number.incrementAndGet());
    }

    private static Thread create(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler((failed, e) -> log(failed.getName() + " has failed", e));
        return thread;
    }

    /** Logs a failure at the level WARN. Never throws, also if no memory is left. */
    public static void log(String what, Throwable e) {
        try {
            logger.warn("Foreread: {}", what, e);
        } catch (Throwable notLogged) {
            // There is no other way to report it.
        }
    }
}
