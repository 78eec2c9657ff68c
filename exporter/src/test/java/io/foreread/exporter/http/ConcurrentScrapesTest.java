package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.catalog.OwnCompactionMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConcurrentScrapesTest {
    private static final int TABLES = 2_000;
    private static final int CLIENTS = 16;
    private static final String TIMEOUT_HEADER = "X-Prometheus-Scrape-Timeout-Seconds";

    @Test
    void concurrentScrapesAreBothComplete() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try (Endpoint endpoint = new Endpoint()) {
            endpoint.exposition.add(new TwoAtOnce(both));
            for (int round = 0; round < 5; round++) {
                List<Callable<String>> scrapes =
                        List.of(() -> endpoint.get("/metrics").body(), () -> endpoint.get(
                                        "/metrics", "Accept", "application/openmetrics-text")
                                .body());
                List<String> bodies = new ArrayList<>();
                for (Future<String> scrape : clients.invokeAll(scrapes)) bodies.add(scrape.get());
                for (String body : bodies)
                    assertThat(body.lines().filter(line -> line.startsWith("cassandra_compaction_reads_total{")))
                            .hasSize(TABLES)
                            .doesNotHaveDuplicates();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void sixteenClientsInALoopAreAllServedByAtMostTwoRenderingsAtATime() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger maxRunning = new AtomicInteger();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (Endpoint endpoint = new Endpoint()) {
            endpoint.exposition.add(new MetricSource() {
                @Override
                public String name() {
                    return "test";
                }

                @Override
                public void collect(MetricSink sink) {
                    maxRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
                    for (int table = 0; table < TABLES; table++)
                        sink.sample(OwnCompactionMetrics.COMPACTION_READS, table, "compaction", "ks", "t" + table);
                    running.decrementAndGet();
                }
            });
            List<Callable<Void>> loops = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                String accept = client % 2 == 0 ? "application/openmetrics-text" : "text/plain";
                // A client that states no timeout would wait in the queue of its address.
                loops.add(() -> {
                    // Each rendering that many scrapes share is followed by a pause of 4 s.
                    for (int i = 0; i < 4; i++)
                        assertThat(endpoint.get("/metrics", "Accept", accept, TIMEOUT_HEADER, "60")
                                        .body())
                                .contains("table=\"t" + (TABLES - 1) + "\"");
                    return null;
                });
            }
            for (Future<Void> loop : clients.invokeAll(loops)) loop.get();
            assertThat(maxRunning).hasValueLessThanOrEqualTo(Renderings.MAX_RUNNING);
            assertThat(endpoint.get("/metrics").body())
                    .containsPattern("foreread_http_scrapes_total\\{result=\"shared\"} [1-9]")
                    .contains("foreread_http_scrapes_total{result=\"rejected\"} 0");
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    void scrapeThatSharesARenderingIsRejectedWhenTheTimeoutThatItStatesHasPassed() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(3);
        Blocked source = new Blocked(1);
        try (Endpoint endpoint = new Endpoint()) {
            endpoint.exposition.add(source);
            Future<Integer> running = clients.submit(() -> status(endpoint));
            source.begun.await();
            // One of them renders a second later, because an identical rendering runs. The other one waits for it.
            Callable<Integer> impatient = () -> status(endpoint, TIMEOUT_HEADER, "0.3");
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> scrape : clients.invokeAll(List.of(impatient, impatient))) statuses.add(scrape.get());
            assertThat(statuses).containsExactlyInAnyOrder(200, 503);
            source.end.countDown();
            assertThat(running.get()).isEqualTo(200);
        } finally {
            source.end.countDown();
            clients.shutdownNow();
        }
    }

    @Test
    void scrapeThatStatesItsTimeoutDoesNotWaitInTheQueueOfItsAddress() throws Exception {
        ExecutorService clients = Executors.newCachedThreadPool();
        Blocked source = new Blocked(Integer.MAX_VALUE);
        try (Endpoint endpoint = new Endpoint()) {
            endpoint.exposition.add(source);
            for (int i = 0; i < ScrapeQueue.MAX_COMPETING + 1; i++) clients.submit(() -> status(endpoint));
            await().until(() -> competing() == ScrapeQueue.MAX_COMPETING && queued() == 1);
            clients.submit(() -> status(endpoint, TIMEOUT_HEADER, "60"));
            await().until(() -> competing() == ScrapeQueue.MAX_COMPETING + 1 && queued() == 1);
        } finally {
            source.end.countDown();
            clients.shutdownNow();
        }
    }

    /** Returns the number of scrapes that render or wait for a rendering. */
    private static long competing() {
        return threadsIn(Renderings.class, "get");
    }

    /** Returns the number of scrapes that wait in the queue of their address. */
    private static long queued() {
        return threadsIn(ScrapeQueue.Place.class, "awaitTurn");
    }

    private static long threadsIn(Class<?> type, String method) {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> Arrays.stream(stack)
                        .anyMatch(frame -> frame.getClassName().equals(type.getName())
                                && frame.getMethodName().equals(method)))
                .count();
    }

    private static int status(Endpoint endpoint, String... headers) throws Exception {
        return endpoint.get("/metrics", headers).statusCode();
    }

    /** A source whose first collections wait until the test ends them. */
    private static final class Blocked implements MetricSource {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch end = new CountDownLatch(1);
        private final AtomicInteger collections;

        /** @param collections the number of collections that wait */
        Blocked(int collections) {
            this.collections = new AtomicInteger(collections);
        }

        @Override
        public String name() {
            return "test";
        }

        @Override
        public void collect(MetricSink sink) {
            if (collections.getAndDecrement() <= 0) return;
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits in the middle of a collection until another collection runs too. */
    private record TwoAtOnce(CyclicBarrier both) implements MetricSource {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public void collect(MetricSink sink) {
            for (int table = 0; table < TABLES; table++) {
                if (table == TABLES / 2) meet();
                sink.sample(OwnCompactionMetrics.COMPACTION_READS, table, "compaction", "ks", "t" + table);
            }
        }

        private void meet() {
            try {
                both.await(10, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("no other scrape ran at the same time", e);
            }
        }
    }
}
