package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.OwnCompactionMetrics;
import io.foreread.exporter.source.MetricSink;
import io.foreread.exporter.source.MetricSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
                loops.add(() -> {
                    for (int i = 0; i < 20; i++)
                        assertThat(endpoint.get("/metrics", "Accept", accept).body())
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
