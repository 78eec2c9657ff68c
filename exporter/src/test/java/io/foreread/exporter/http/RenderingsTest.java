package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.source.RecordingSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RenderingsTest {
    private static final Set<String> ALL = Set.of();
    private static final String TEXT = "text/plain";
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final RequestCounts counts = new RequestCounts();
    private final RenderingMemory memory = new RenderingMemory(1 << 20);
    private final ScrapeContext context = new ScrapeContext(counts, memory, TimeUnit.MINUTES.toNanos(1));
    private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Renderings renderings = new Renderings(TimeUnit.MINUTES.toNanos(1), MAX_PAUSE_NANOS);
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger rendered = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();

    @AfterEach
    void end() {
        release.countDown();
        clients.shutdownNow();
    }

    @Test
    void identicalScrapesThatWaitShareOneRendering() throws Exception {
        List<Future<String>> busy = List.of(block(ALL, TEXT), block(ALL, OPEN_METRICS));
        await().until(() -> running.get() == Renderings.MAX_RUNNING);
        List<Future<String>> waiting = new ArrayList<>();
        AtomicInteger arrived = new AtomicInteger();
        for (int i = 0; i < 14; i++)
            waiting.add(clients.submit(() -> {
                arrived.incrementAndGet();
                return scrape(renderings, ALL, TEXT);
            }));
        await().until(() -> arrived.get() == 14 && waitingThreads() == 14);
        release.countDown();
        for (Future<String> scrape : busy) scrape.get();
        for (Future<String> scrape : waiting)
            assertThat(scrape.get()).isEqualTo(waiting.get(0).get());
        assertThat(rendered).hasValue(3);
        assertThat(results()).containsEntry("rendered", 3.0).containsEntry("shared", 13.0);
        assertThat(memory.keptBytes()).isZero();
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
                        text = scrape(renderings, names, random.nextBoolean() ? TEXT : OPEN_METRICS, () -> {
                            String begun = Long.toString(clock.get());
                            maxRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
                            for (int j = 0; j < 1000; j++) Thread.onSpinWait();
                            running.decrementAndGet();
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
        for (Future<Void> loop : clients.invokeAll(loops)) loop.get();
        assertThat(maxRunning.get()).isBetween(1, Renderings.MAX_RUNNING);
        assertThat(memory.keptBytes()).isZero();
    }

    @Test
    void clientsThatScrapeInALoopShareOneRenderingPerPause() throws Exception {
        long maxPauseNanos = TimeUnit.MILLISECONDS.toNanos(100);
        Renderings pausing = new Renderings(TimeUnit.MINUTES.toNanos(1), maxPauseNanos);
        Callable<String> slow = () -> {
            // A rendering of this duration that four clients share causes almost the maximum pause.
            Thread.sleep(5);
            return number();
        };
        List<Callable<Void>> loops = new ArrayList<>();
        for (int client = 0; client < 4; client++)
            loops.add(() -> {
                for (int i = 0; i < 10; i++) scrape(pausing, ALL, TEXT, slow);
                return null;
            });
        long begunNanos = System.nanoTime();
        for (Future<Void> loop : clients.invokeAll(loops)) loop.get();
        long pauses = (System.nanoTime() - begunNanos) / maxPauseNanos;
        // The first pauses are shorter. On a busy machine, some renderings have no competing scrape, which halves
        // a pause.
        assertThat(rendered.get()).isLessThanOrEqualTo(2 * (int) pauses + 10);
    }

    @Test
    void scrapesThatShareARenderingGetItOneAfterTheOtherDuringThePause() throws Exception {
        long maxPauseNanos = TimeUnit.MILLISECONDS.toNanos(400);
        Renderings pausing = new Renderings(TimeUnit.MINUTES.toNanos(1), maxPauseNanos);
        AtomicLong endNanos = new AtomicLong();
        long lastNanos = lastOfFour(pausing, context, () -> {
            // A rendering of this duration causes the maximum pause.
            Thread.sleep(100);
            endNanos.set(System.nanoTime());
            return "rendering";
        });
        assertThat(lastNanos - endNanos.get()).isGreaterThanOrEqualTo(maxPauseNanos * 3 / 4);
    }

    @Test
    void noScrapeGetsASharedRenderingAfterItsTimeout() throws Exception {
        Renderings pausing = new Renderings(TimeUnit.MINUTES.toNanos(1), TimeUnit.DAYS.toNanos(1));
        ScrapeContext impatient = new ScrapeContext(counts, memory, TimeUnit.SECONDS.toNanos(2));
        lastOfFour(pausing, impatient, this::number);
        assertThat(results()).containsEntry("shared", 3.0);
    }

    @Test
    void scrapesThatDoNotOverlapAreNotDelayed() throws Exception {
        Renderings patient = new Renderings(TimeUnit.MINUTES.toNanos(1), TimeUnit.DAYS.toNanos(1));
        for (int i = 0; i < 3; i++) assertThat(scrape(patient, ALL, TEXT)).isEqualTo("rendering " + (i + 1));
    }

    @Test
    void waitingScrapesWithFiltersDoNotBlockScrapesWithoutFilter() throws Exception {
        List<Future<String>> filtered = new ArrayList<>();
        filtered.add(block(Set.of("x"), TEXT));
        await().until(() -> running.get() == 1);
        for (int i = 0; i < Renderings.MAX_PARTIAL_WAITING; i++) filtered.add(block(Set.of("x" + i), TEXT));
        await().until(() -> waitingThreads() == Renderings.MAX_PARTIAL_WAITING);
        assertThatThrownBy(() -> scrape(renderings, Set.of("y"), TEXT))
                .isInstanceOf(NotServedException.class)
                .hasMessage("too many scrapes at a time, retry later");
        assertThat(scrape(renderings, ALL, TEXT)).startsWith("rendering");
        assertThat(scrape(renderings, ALL, OPEN_METRICS)).startsWith("rendering");
        release.countDown();
        for (Future<String> scrape : filtered) scrape.get();
        assertThat(results()).containsEntry("rejected", 1.0).containsEntry("rendered", 7.0);
    }

    @Test
    void scrapeThatWaitsTooLongIsRejected() throws Exception {
        Renderings impatient = new Renderings(1, MAX_PAUSE_NANOS);
        Future<String> first = clients.submit(() -> scrape(impatient, ALL, TEXT, this::blocked));
        await().until(() -> running.get() == 1);
        assertThatThrownBy(() -> scrape(impatient, ALL, TEXT)).isInstanceOf(NotServedException.class);
        release.countDown();
        first.get();
        assertThat(scrape(impatient, ALL, OPEN_METRICS)).startsWith("rendering");
    }

    @Test
    void failedRenderingFailsAllScrapesThatShareItButNoLaterScrape() throws Exception {
        List<Future<String>> busy = List.of(block(ALL, TEXT), block(ALL, OPEN_METRICS));
        await().until(() -> running.get() == Renderings.MAX_RUNNING);
        List<Future<String>> failing = new ArrayList<>();
        for (int i = 0; i < 3; i++)
            failing.add(clients.submit(() -> scrape(renderings, ALL, TEXT, () -> {
                throw new IllegalStateException("broken");
            })));
        await().until(() -> waitingThreads() == 3);
        release.countDown();
        for (Future<String> scrape : busy) scrape.get();
        for (Future<String> scrape : failing)
            assertThatThrownBy(scrape::get).hasCauseInstanceOf(IllegalStateException.class);
        for (int i = 0; i < 3; i++) assertThat(scrape(renderings, ALL, TEXT)).startsWith("rendering");
        assertThat(results()).containsEntry("failed", 3.0);
        assertThat(memory.keptBytes()).isZero();
    }

    @Test
    void tooLargeRenderingIsRejectedWithTheReason() {
        byte[] noise = new byte[2 << 20];
        new Random(1).nextBytes(noise);
        assertThatThrownBy(() -> renderings.get(ALL, TEXT, context, out -> {
                    out.write(noise);
                    return noise.length;
                }))
                .isInstanceOf(NotServedException.class)
                .hasMessageContaining("larger than 1 MiB compressed");
        assertThat(memory.keptBytes()).isZero();
    }

    /** Returns the time at which the last of four scrapes that share a rendering gets it. */
    private long lastOfFour(Renderings shared, ScrapeContext limits, Callable<String> text) throws Exception {
        List<Future<String>> busy = List.of(
                clients.submit(() -> scrape(shared, Set.of("x"), TEXT, context, this::blocked)),
                clients.submit(() -> scrape(shared, ALL, OPEN_METRICS, context, this::blocked)));
        await().until(() -> running.get() == Renderings.MAX_RUNNING);
        List<Future<Long>> sharing = new ArrayList<>();
        for (int i = 0; i < 4; i++)
            sharing.add(clients.submit(() -> {
                scrape(shared, ALL, TEXT, limits, text);
                return System.nanoTime();
            }));
        await().until(() -> waitingThreads() == 4);
        release.countDown();
        for (Future<String> scrape : busy) scrape.get();
        long lastNanos = sharing.get(0).get();
        for (Future<Long> scrape : sharing) lastNanos += Math.max(0, scrape.get() - lastNanos);
        return lastNanos;
    }

    private Future<String> block(Set<String> names, String contentType) {
        return clients.submit(() -> scrape(renderings, names, contentType, this::blocked));
    }

    private String blocked() throws InterruptedException {
        running.incrementAndGet();
        try {
            release.await();
        } finally {
            running.decrementAndGet();
        }
        return number();
    }

    private String number() {
        return "rendering " + rendered.incrementAndGet();
    }

    /** Returns the number of clients that wait in {@link Renderings} itself. Clients in {@link #blocked} do not count. */
    private long waitingThreads() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> List.of(stack).stream()
                        .anyMatch(frame -> frame.getClassName().equals(Renderings.class.getName())
                                && Set.of("awaitTurn", "follow").contains(frame.getMethodName())))
                .filter(stack -> stack[0].getMethodName().startsWith("wait"))
                .count();
    }

    private String scrape(Renderings shared, Set<String> names, String contentType) throws Exception {
        return scrape(shared, names, contentType, this::number);
    }

    private String scrape(Renderings shared, Set<String> names, String contentType, Callable<String> text)
            throws NotServedException, IOException {
        return scrape(shared, names, contentType, context, text);
    }

    private static String scrape(
            Renderings shared, Set<String> names, String contentType, ScrapeContext limits, Callable<String> text)
            throws NotServedException, IOException {
        Rendering rendering = shared.get(names, contentType, limits, out -> {
            byte[] bytes = text(text).getBytes(StandardCharsets.UTF_8);
            try (CompressedPieces.Response gzip = new CompressedPieces(0).response(out)) {
                gzip.write(bytes);
                gzip.finish();
            }
            return bytes.length;
        });
        try {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            rendering.writeTo(read, false);
            return read.toString(StandardCharsets.UTF_8);
        } finally {
            rendering.release();
        }
    }

    private static String text(Callable<String> text) {
        try {
            return text.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Double> results() {
        Map<String, Double> results = new java.util.HashMap<>();
        RecordingSink sink = RecordingSink.of(counts);
        for (RequestCounts.ScrapeResult result : RequestCounts.ScrapeResult.values())
            results.put(result.word, sink.samples().get("foreread_http_scrapes_total[" + result.word + "]"));
        return results;
    }
}
