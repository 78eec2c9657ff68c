package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.FunctionCounter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that no error of the endpoint reaches the default handler of uncaught exceptions. After an OutOfMemoryError for
 * direct memory or for a thread, that of Cassandra fills the heap to end the node.
 */
class EndpointErrorsTest {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private Thread.UncaughtExceptionHandler before;

    @BeforeEach
    void recordUncaught() {
        before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    }

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    void aScrapeThatRunsOutOfMemoryClosesItsConnectionOnly() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (Endpoint endpoint = new Endpoint()) {
            endpoint.exposition.bind(registry -> FunctionCounter.builder("broken", this, test -> {
                        if (broken.get())
                            throw new OutOfMemoryError("Cannot reserve 8192 bytes of direct buffer memory");
                        return 0;
                    })
                    .register(registry));
            assertThatThrownBy(() -> endpoint.get("/metrics")).isInstanceOf(IOException.class);
            broken.set(false);
            assertThat(endpoint.get("/metrics").statusCode()).isEqualTo(200);
        }
        assertThat(uncaught).isEmpty();
    }

    @Test
    void anErrorOfARequestEndsNoThread() throws Exception {
        RequestCounts counts = new RequestCounts();
        CountDownLatch served = new CountDownLatch(1);
        AtomicInteger threads = new AtomicInteger();
        try (Workers workers = new Workers(counts, TIMEOUT_NANOS, 1, task -> {
            threads.incrementAndGet();
            return new Thread(task);
        })) {
            workers.execute(() -> {
                throw new StackOverflowError();
            });
            workers.execute(served::countDown);
            assertThat(served.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(threads).hasValue(1);
        assertThat(uncaught).isEmpty();
    }

    @Test
    void aRequestForWhichNoThreadCanBeCreatedIsRefused() {
        try (Workers workers = new Workers(new RequestCounts(), TIMEOUT_NANOS, Workers.THREADS, failing(1))) {
            assertThatThrownBy(() -> workers.execute(() -> {})).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aRefreshForWhichNoThreadCanBeCreatedIsRepeated() throws Exception {
        CountDownLatch refreshed = new CountDownLatch(2);
        AtomicInteger refreshes = new AtomicInteger();
        try (Workers workers = new Workers(new RequestCounts(), TIMEOUT_NANOS, Workers.THREADS, failing(2))) {
            workers.start(
                    () -> {
                        refreshed.countDown();
                        if (refreshes.incrementAndGet() == 1) throw new OutOfMemoryError("Java heap space");
                    },
                    1);
            assertThat(refreshed.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(uncaught).isEmpty();
    }

    /** Fails as the JVM does if the process has its maximum number of threads. */
    private static ThreadFactory failing(int times) {
        AtomicInteger failures = new AtomicInteger(times);
        return task -> {
            if (failures.getAndDecrement() > 0) throw new OutOfMemoryError("unable to create native thread");
            return new Thread(task);
        };
    }
}
