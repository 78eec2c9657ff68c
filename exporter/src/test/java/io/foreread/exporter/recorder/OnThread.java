package io.foreread.exporter.recorder;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs code of a test on a new thread. The name of the thread determines the activity that is recorded. */
final class OnThread {
    private OnThread() {}

    static <T> T named(String name, Callable<T> work) throws InterruptedException, ExecutionException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, name);
        thread.start();
        T result = task.get();
        thread.join();
        return result;
    }
}
