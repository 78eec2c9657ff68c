package io.foreread.agent.attached;

import java.util.function.Function;

/** Starts a thread while a class of the attachment is on the stack, as a call of Cassandra by Foreread can do. */
public final class ThreadStarter implements Function<Runnable, Thread> {
    @Override
    public Thread apply(Runnable task) {
        Thread thread = new Thread(task, "started-by-an-attachment");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        return thread;
    }
}
