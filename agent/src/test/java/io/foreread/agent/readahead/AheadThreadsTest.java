package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.Recorders;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class AheadThreadsTest {
    private static final int MAX_THREADS = Math.max(16, Runtime.getRuntime().availableProcessors());

    /** Threads that ran tasks of other tests are possibly not free yet. */
    private static void runWhenOneIsFree(Runnable task) {
        while (!AheadThreads.run(task)) Thread.onSpinWait();
    }

    @Test
    void threadsAreNamedDaemons() {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        runWhenOneIsFree(() -> thread.complete(Thread.currentThread()));
        assertThat(thread.orTimeout(20, TimeUnit.SECONDS).join())
                .satisfies(it -> assertThat(it.getName()).startsWith("foreread-ahead-"))
                .satisfies(it -> assertThat(it.isDaemon()).isTrue());
    }

    @Test
    void cpuTimeOfTheThreadsIsMeasured() {
        long before = AheadThreads.cpuNanos();
        CompletableFuture<Long> used = new CompletableFuture<>();
        runWhenOneIsFree(() -> {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long start = threads.getCurrentThreadCpuTime();
            long nanos = 0;
            while (nanos < 50_000_000) nanos = threads.getCurrentThreadCpuTime() - start;
            used.complete(nanos);
        });
        long usedNanos = used.orTimeout(20, TimeUnit.SECONDS).join();
        assertThat(AheadThreads.cpuNanos() - before).isGreaterThanOrEqualTo(usedNanos);
    }

    @Test
    void taskIsRejectedIfNoThreadIsFree() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        List<CompletableFuture<Void>> ended = new ArrayList<>();
        try {
            for (int i = 0; i < MAX_THREADS; i++) {
                CompletableFuture<Void> one = new CompletableFuture<>();
                ended.add(one);
                runWhenOneIsFree(() -> wait(one, end));
            }
            assertThat(AheadThreads.run(() -> {})).isFalse();
        } finally {
            end.countDown();
        }
        ended.forEach(one -> one.orTimeout(20, TimeUnit.SECONDS).join());
    }

    /** The handler that Cassandra sets for uncaught exceptions can stop the node. */
    @Test
    void failureOfATaskIsCountedAndNotThrown() throws InterruptedException {
        long failures = Recorders.HOOKS.probeFailures();
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Thread.UncaughtExceptionHandler earlier = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((failed, e) -> uncaught.set(e));
        try {
            runWhenOneIsFree(() -> {
                thread.complete(Thread.currentThread());
                throw new StackOverflowError();
            });
            Awaitility.await().until(() -> Recorders.HOOKS.probeFailures() == failures + 1);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(earlier);
        }
        assertThat(thread.join().isAlive()).isTrue();
        assertThat(uncaught.get()).isNull();
    }

    /** Loads the class again, because the threads of this JVM would end for other tests too. */
    @Test
    void idleThreadsEndAndTasksAreRejectedAfterTheEnd() throws Exception {
        URL classes = AheadThreads.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> again = loader.loadClass(AheadThreads.class.getName());
            Method run = again.getMethod("run", Runnable.class);
            CompletableFuture<Thread> thread = new CompletableFuture<>();
            Runnable task = () -> thread.complete(Thread.currentThread());
            assertThat(run.invoke(null, task)).isEqualTo(true);
            Thread idle = thread.orTimeout(20, TimeUnit.SECONDS).join();
            assertThat(again.getMethod("end", long.class).invoke(null, 20)).isEqualTo(true);
            idle.join(20_000);
            assertThat(idle.isAlive()).isFalse();
            assertThat(run.invoke(null, task)).isEqualTo(false);
        }
    }

    @Test
    void endReportsAThreadThatIsStillBusy() throws Exception {
        URL classes = AheadThreads.class.getProtectionDomain().getCodeSource().getLocation();
        CountDownLatch end = new CountDownLatch(1);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> again = loader.loadClass(AheadThreads.class.getName());
            Runnable task = () -> wait(new CompletableFuture<>(), end);
            assertThat(again.getMethod("run", Runnable.class).invoke(null, task))
                    .isEqualTo(true);
            Method ending = again.getMethod("end", long.class);
            assertThat(ending.invoke(null, 0)).isEqualTo(false);
            end.countDown();
            assertThat(ending.invoke(null, 20)).isEqualTo(true);
        }
    }

    private static void wait(CompletableFuture<Void> ended, CountDownLatch end) {
        try {
            end.await();
            ended.complete(null);
        } catch (InterruptedException e) {
            ended.completeExceptionally(e);
        }
    }
}
