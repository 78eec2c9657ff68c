package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.source.RecordingSink;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class WorkersTest {
    /** The default of {@code scrape_timeout} in Prometheus. */
    private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(10);

    @Test
    void timeOfAClientIsUnlimitedWhileNoRequestWaits() {
        assertThat(Workers.limitNanos(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timeLimitDecreasesAsMoreRequestsWait() {
        assertThat(Workers.limitNanos(1)).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(Workers.limitNanos(100)).isBetween(300_000_000L, 900_000_000L);
        assertThat(Workers.limitNanos(Workers.MAX_WAITING))
                .isEqualTo(Duration.ofMillis(250).toNanos());
    }

    @Test
    void scrapeBehindStalledClientsIsServedInTime() {
        for (int waiting = 1; waiting <= Workers.MAX_WAITING; waiting++)
            assertThat(waiting * Workers.limitNanos(waiting) / Workers.THREADS)
                    .isLessThan(SCRAPE_TIMEOUT.multipliedBy(2).dividedBy(3).toNanos());
    }

    @Test
    void requestsAboveTheQueueLimitAreRejectedAndCounted() {
        RequestCounts counts = new RequestCounts();
        CountDownLatch end = new CountDownLatch(1);
        // The workers are not started, so they do not disconnect slow clients.
        try (Workers workers = new Workers(counts, SCRAPE_TIMEOUT.toNanos(), Workers.THREADS)) {
            for (int i = 0; i < Workers.THREADS + Workers.MAX_WAITING; i++) workers.execute(() -> hold(end));
            assertThat(busy(counts)).isZero();
            assertThatThrownBy(() -> workers.execute(() -> hold(end))).isInstanceOf(IOException.class);
            assertThat(busy(counts)).isEqualTo(1);
        } finally {
            end.countDown();
        }
    }

    @Test
    void requestsThatWaitLeaveTheirThreadsToOthers() throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch served = new CountDownLatch(1);
        try (Workers workers = new Workers(new RequestCounts(), SCRAPE_TIMEOUT.toNanos(), Workers.THREADS)) {
            for (int i = 0; i < Workers.THREADS; i++)
                workers.execute(() -> {
                    hold(begin);
                    workers.beginWait();
                    hold(end);
                    workers.endWait();
                });
            workers.execute(served::countDown);
            assertThat(served.getCount()).isEqualTo(1);
            begin.countDown();
            assertThat(served.await(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            begin.countDown();
            end.countDown();
        }
    }

    @Test
    void aWaitThatHasEndedAllowsNoFurtherThread() throws Exception {
        CountDownLatch waited = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (Workers workers = new Workers(new RequestCounts(), SCRAPE_TIMEOUT.toNanos(), Workers.THREADS)) {
            workers.execute(() -> {
                workers.beginWait();
                workers.endWait();
                waited.countDown();
            });
            waited.await();
            CountDownLatch begun = new CountDownLatch(Workers.THREADS);
            for (int i = 0; i < Workers.THREADS; i++)
                workers.execute(() -> {
                    begun.countDown();
                    hold(end);
                });
            begun.await();
            for (int i = 0; i < Workers.MAX_WAITING; i++) workers.execute(() -> hold(end));
            assertThatThrownBy(() -> workers.execute(() -> hold(end))).isInstanceOf(IOException.class);
        } finally {
            end.countDown();
        }
    }

    @Test
    void aRefreshThatHangsLeavesTheThreadsToRequests() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        try (Workers workers = new Workers(new RequestCounts(), SCRAPE_TIMEOUT.toNanos(), Workers.THREADS)) {
            workers.start(
                    () -> {
                        runs.incrementAndGet();
                        hold(end);
                    },
                    1);
            // Long enough for many more runs than there are threads.
            Awaitility.await().during(Duration.ofMillis(300)).until(() -> isServed(workers));
            assertThat(runs).hasValue(1);
        } finally {
            end.countDown();
        }
    }

    /** A fetch of the standalone exporter can take longer than {@code http.timeout}. */
    @Test
    void timeToReadTheMetricsIsNotTimeOfTheClient() {
        assertThat(isCut(guard -> {
                    guard.endClientIo();
                    // Longer than http.timeout.
                    Thread.sleep(600);
                    guard.beginClientIo();
                }))
                .isFalse();
    }

    @Test
    void allWaitsForTheClientOfARequestAreLimitedTogether() {
        assertThat(isCut(guard -> {
                    for (int write = 0; write < 3; write++) {
                        // Three waits together are longer than http.timeout.
                        Thread.sleep(200);
                        guard.endClientIo();
                        guard.beginClientIo();
                    }
                }))
                .isTrue();
    }

    private interface Exchange {
        void run(ExchangeGuard guard) throws Exception;
    }

    /** Whether a request of this exchange is cut at its end if {@code http.timeout} is half a second. */
    private static boolean isCut(Exchange exchange) {
        AtomicBoolean cut = new AtomicBoolean();
        AtomicReference<Exception> failure = new AtomicReference<>();
        try (Workers workers =
                new Workers(new RequestCounts(), Duration.ofMillis(500).toNanos(), Workers.THREADS)) {
            new ExchangeGuard(
                            () -> {
                                ExchangeGuard guard = ExchangeGuard.current();
                                try {
                                    exchange.run(guard);
                                } catch (Exception e) {
                                    failure.set(e);
                                }
                                guard.cutIfOver(System.nanoTime(), Long.MAX_VALUE);
                                cut.set(Thread.interrupted());
                            },
                            workers)
                    .run();
        }
        assertThat(failure).hasNullValue();
        return cut.get();
    }

    private static boolean isServed(Workers workers) throws InterruptedException {
        CountDownLatch served = new CountDownLatch(1);
        workers.execute(served::countDown);
        return served.await(10, TimeUnit.SECONDS);
    }

    private static void hold(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double busy(RequestCounts counts) {
        return RecordingSink.of(counts).samples().entrySet().stream()
                .filter(sample -> sample.getKey().contains("busy"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
