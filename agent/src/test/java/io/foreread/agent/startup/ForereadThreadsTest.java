package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForereadThreadsTest {
    private static final long LIMIT_MILLIS = 20_000;

    private final List<Task> tasks = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Task task : tasks) task.end();
    }

    @Test
    void threadsOfEarlierAttachmentsAndOfScansAreNotAwaited() throws InterruptedException {
        start("foreread-earlier");
        ForereadThreads threads = new ForereadThreads();
        start("foreread-ahead-1");
        start("foreread-detach");
        start("other");
        threads.awaitEnd(LIMIT_MILLIS);
        assertThat(threads.remaining()).isEmpty();
    }

    @Test
    void theWaitLastsUntilTheLastThreadEnds() throws InterruptedException {
        ForereadThreads threads = new ForereadThreads();
        Task task = start("foreread-slow");
        CompletableFuture<Void> ended = CompletableFuture.runAsync(
                task.mayEnd::countDown, CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));
        threads.awaitEnd(LIMIT_MILLIS);
        assertThat(threads.remaining()).isEmpty();
        ended.join();
    }

    /** A node that is attached to starts the first thread in the group of the JVM's attach listener. */
    @Test
    void threadsOfEveryGroupAreAwaited() throws InterruptedException {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) root = root.getParent();
        ForereadThreads threads = new ForereadThreads();
        start(new ThreadGroup(root, "of the JVM"), "foreread-of-the-jvm");
        threads.awaitEnd(50);
        assertThat(threads.remaining()).containsExactly("foreread-of-the-jvm");
    }

    @Test
    void manyThreadsAreAwaited() throws InterruptedException {
        ForereadThreads threads = new ForereadThreads();
        for (int i = 0; i < 50; i++) start("foreread-" + i);
        threads.awaitEnd(50);
        assertThat(threads.remaining()).hasSize(50);
    }

    @Test
    void threadsThatDoNotEndInTimeRemainUntilTheyEnd() throws InterruptedException {
        ForereadThreads threads = new ForereadThreads();
        Task b = start("foreread-b");
        Task a = start("foreread-a");
        start("foreread-a").end();
        threads.awaitEnd(50);
        assertThat(threads.remaining()).containsExactly("foreread-a", "foreread-b");
        a.end();
        assertThat(threads.remaining()).containsExactly("foreread-b");
        b.end();
        assertThat(threads.remaining()).isEmpty();
    }

    /** Otherwise the former attachment would stay in memory as long as the next one is attached. */
    @Test
    void threadsOfTheNextAttachmentDoNotRemain() throws InterruptedException {
        ForereadThreads threads = new ForereadThreads();
        Task hanging = start("foreread-background-reader");
        threads.awaitEnd(50);
        start("foreread-background-reader");
        start("foreread-sampler");
        assertThat(threads.remaining()).containsExactly("foreread-background-reader");
        hanging.end();
        assertThat(threads.remaining()).isEmpty();
    }

    private Task start(String name) {
        return start(Thread.currentThread().getThreadGroup(), name);
    }

    private Task start(ThreadGroup group, String name) {
        Task task = new Task(group, name);
        tasks.add(task);
        return task;
    }

    private static final class Task {
        private final CountDownLatch mayEnd = new CountDownLatch(1);
        private final Thread thread;

        Task(ThreadGroup group, String name) {
            thread = new Thread(
                    group,
                    () -> {
                        try {
                            mayEnd.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    name);
            thread.setDaemon(true);
            thread.start();
        }

        void end() throws InterruptedException {
            mayEnd.countDown();
            thread.join();
        }
    }
}
