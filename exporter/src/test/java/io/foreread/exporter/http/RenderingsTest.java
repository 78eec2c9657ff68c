package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks which scrapes share a rendering, and which wait or are rejected. */
@Timeout(60)
class RenderingsTest {
    private static final Set<String> ALL = Set.of();
    private static final String TEXT = "text/plain";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Renderings renderings = new Renderings(TimeUnit.MINUTES.toNanos(1), MAX_PAUSE_NANOS);
    private final RenderingClients clients = new RenderingClients();

    @AfterEach
    void end() {
        clients.close();
    }

    @Test
    void identicalScrapesThatWaitShareOneRendering() throws Exception {
        List<Future<String>> busy =
                List.of(clients.block(renderings, ALL, TEXT), clients.block(renderings, ALL, OPEN_METRICS));
        await().until(() -> clients.running.get() == Renderings.MAX_RUNNING);
        List<Future<String>> waiting = new ArrayList<>();
        AtomicInteger arrived = new AtomicInteger();
        for (int i = 0; i < 14; i++)
            waiting.add(clients.threads.submit(() -> {
                arrived.incrementAndGet();
                return clients.scrape(renderings, ALL, TEXT);
            }));
        await().until(() -> arrived.get() == 14 && clients.waitingThreads() == 14);
        clients.release.countDown();
        for (Future<String> scrape : busy) scrape.get();
        for (Future<String> scrape : waiting)
            assertThat(scrape.get()).isEqualTo(waiting.get(0).get());
        assertThat(clients.rendered).hasValue(3);
        assertThat(clients.results()).containsEntry("rendered", 3.0).containsEntry("shared", 13.0);
        assertThat(clients.memory.keptBytes()).isZero();
    }

    @Test
    void atMostTwoRenderingsRunAndNoneIsOlderThanItsRequest() throws Exception {
        AtomicLong clock = new AtomicLong();
        AtomicInteger maxRunning = new AtomicInteger();
        List<Callable<Void>> loops = new ArrayList<>();
        for (int client = 0; client < 16; client++) {
            Random random = new Random(client);
            loops.add(() -> {
                for (int i = 0; i < 100; i++) {
                    Set<String> names = random.nextBoolean() ? ALL : Set.of("x" + random.nextInt(3));
                    long arrived = clock.incrementAndGet();
                    String text;
                    try {
                        text = clients.scrape(renderings, names, random.nextBoolean() ? TEXT : OPEN_METRICS, () -> {
                            String begun = Long.toString(clock.get());
                            maxRunning.accumulateAndGet(clients.running.incrementAndGet(), Math::max);
                            for (int j = 0; j < 1000; j++) Thread.onSpinWait();
                            clients.running.decrementAndGet();
                            return begun;
                        });
                    } catch (NotServedException e) {
                        assertThat(names)
                                .as("only a filtered scrape can be rejected")
                                .isNotEmpty();
                        continue;
                    }
                    assertThat(Long.parseLong(text)).isGreaterThanOrEqualTo(arrived);
                }
                return null;
            });
        }
        for (Future<Void> loop : clients.threads.invokeAll(loops)) loop.get();
        assertThat(maxRunning.get()).isBetween(1, Renderings.MAX_RUNNING);
        assertThat(clients.memory.keptBytes()).isZero();
    }

    @Test
    void waitingScrapesWithFiltersDoNotBlockScrapesWithoutFilter() throws Exception {
        List<Future<String>> filtered = new ArrayList<>();
        filtered.add(clients.block(renderings, Set.of("x"), TEXT));
        await().until(() -> clients.running.get() == 1);
        for (int i = 0; i < Renderings.MAX_PARTIAL_WAITING; i++)
            filtered.add(clients.block(renderings, Set.of("x" + i), TEXT));
        await().until(() -> clients.waitingThreads() == Renderings.MAX_PARTIAL_WAITING);
        assertThatThrownBy(() -> clients.scrape(renderings, Set.of("y"), TEXT))
                .isInstanceOf(NotServedException.class)
                .hasMessage("too many scrapes at a time, retry later");
        assertThat(clients.scrape(renderings, ALL, TEXT)).startsWith("rendering");
        assertThat(clients.scrape(renderings, ALL, OPEN_METRICS)).startsWith("rendering");
        clients.release.countDown();
        for (Future<String> scrape : filtered) scrape.get();
        assertThat(clients.results()).containsEntry("rejected", 1.0).containsEntry("rendered", 7.0);
    }

    @Test
    void scrapeThatWaitsTooLongIsRejected() throws Exception {
        Renderings impatient = new Renderings(1, MAX_PAUSE_NANOS);
        Future<String> first = clients.threads.submit(() -> clients.scrape(impatient, ALL, TEXT, clients::blocked));
        await().until(() -> clients.running.get() == 1);
        assertThatThrownBy(() -> clients.scrape(impatient, ALL, TEXT)).isInstanceOf(NotServedException.class);
        clients.release.countDown();
        first.get();
        assertThat(clients.scrape(impatient, ALL, OPEN_METRICS)).startsWith("rendering");
    }

    @Test
    void failedRenderingFailsAllScrapesThatShareItButNoLaterScrape() throws Exception {
        List<Future<String>> busy =
                List.of(clients.block(renderings, ALL, TEXT), clients.block(renderings, ALL, OPEN_METRICS));
        await().until(() -> clients.running.get() == Renderings.MAX_RUNNING);
        List<Future<String>> failing = new ArrayList<>();
        for (int i = 0; i < 3; i++)
            failing.add(clients.threads.submit(() -> clients.scrape(renderings, ALL, TEXT, () -> {
                throw new IllegalStateException("broken");
            })));
        await().until(() -> clients.waitingThreads() == 3);
        clients.release.countDown();
        for (Future<String> scrape : busy) scrape.get();
        for (Future<String> scrape : failing)
            assertThatThrownBy(scrape::get).hasCauseInstanceOf(IllegalStateException.class);
        for (int i = 0; i < 3; i++)
            assertThat(clients.scrape(renderings, ALL, TEXT)).startsWith("rendering");
        assertThat(clients.results()).containsEntry("failed", 3.0);
        assertThat(clients.memory.keptBytes()).isZero();
    }

    @Test
    void tooLargeRenderingIsRejectedWithTheReason() {
        byte[] noise = new byte[2 << 20];
        new Random(1).nextBytes(noise);
        assertThatThrownBy(() -> renderings.get(ALL, TEXT, clients.context, out -> {
                    out.write(noise);
                    return noise.length;
                }))
                .isInstanceOf(NotServedException.class)
                .hasMessageContaining("larger than 1 MiB compressed");
        assertThat(clients.memory.keptBytes()).isZero();
    }
}
