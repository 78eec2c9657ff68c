package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the pauses between renderings of competing scrapes, and when scrapes get a shared rendering. */
@Timeout(60)
class RenderingPausesTest {
    private static final Set<String> ALL = Set.of();
    private static final String TEXT = "text/plain";
    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final RenderingClients clients = new RenderingClients();

    @AfterEach
    void end() {
        clients.close();
    }

    @Test
    void clientsThatScrapeInALoopShareOneRenderingPerPause() throws Exception {
        long maxPauseNanos = TimeUnit.MILLISECONDS.toNanos(100);
        Renderings pausing = new Renderings(TimeUnit.MINUTES.toNanos(1), maxPauseNanos);
        Callable<String> slow = () -> {
            // A rendering of this duration that four clients share causes almost the maximum pause.
            Thread.sleep(5);
            return clients.number();
        };
        List<Callable<Void>> loops = new ArrayList<>();
        for (int client = 0; client < 4; client++)
            loops.add(() -> {
                for (int i = 0; i < 10; i++) clients.scrape(pausing, ALL, TEXT, slow);
                return null;
            });
        long begunNanos = System.nanoTime();
        for (Future<Void> loop : clients.threads.invokeAll(loops)) loop.get();
        long pauses = (System.nanoTime() - begunNanos) / maxPauseNanos;
        // The first pauses are shorter. On a busy machine, some renderings have no competing scrape, which halves
        // a pause.
        assertThat(clients.rendered.get()).isLessThanOrEqualTo(2 * (int) pauses + 10);
    }

    @Test
    void notificationsDoNotExtendTheWaitOfAScrape() throws Exception {
        long maxWaitNanos = TimeUnit.SECONDS.toNanos(2);
        Renderings hung = new Renderings(maxWaitNanos, 1);
        clients.block(hung, ALL, TEXT);
        clients.block(hung, ALL, OPEN_METRICS);
        await().until(() -> clients.running.get() == Renderings.MAX_RUNNING);
        long begunNanos = System.nanoTime();
        Future<String> waiting = clients.threads.submit(() -> clients.scrape(hung, ALL, TEXT));
        // Other scrapes that are rejected notify this one. The last notification is shortly before the end of its wait.
        while (System.nanoTime() - begunNanos < maxWaitNanos * 9 / 10) {
            synchronized (hung) {
                hung.notifyAll();
                hung.wait(10);
            }
        }
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(NotServedException.class);
        assertThat(System.nanoTime() - begunNanos).isBetween(maxWaitNanos, maxWaitNanos * 9 / 5);
    }

    @Test
    void scrapesThatShareARenderingGetItOneAfterTheOtherDuringThePause() throws Exception {
        long maxPauseNanos = TimeUnit.MILLISECONDS.toNanos(400);
        Renderings pausing = new Renderings(TimeUnit.MINUTES.toNanos(1), maxPauseNanos);
        AtomicLong endNanos = new AtomicLong();
        long lastNanos = lastOfFour(pausing, clients.context, () -> {
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
        ScrapeContext impatient = new ScrapeContext(clients.counts, clients.memory, TimeUnit.SECONDS.toNanos(4));
        lastOfFour(pausing, impatient, clients::number);
        assertThat(clients.results()).containsEntry("shared", 3.0);
    }

    @Test
    void scrapesThatDoNotOverlapAreNotDelayed() throws Exception {
        Renderings patient = new Renderings(TimeUnit.MINUTES.toNanos(1), TimeUnit.DAYS.toNanos(1));
        for (int i = 0; i < 3; i++)
            assertThat(clients.scrape(patient, ALL, TEXT)).isEqualTo("rendering " + (i + 1));
    }

    /** Returns the time at which the last of four scrapes that share a rendering gets it. */
    private long lastOfFour(Renderings shared, ScrapeContext limits, Callable<String> text) throws Exception {
        List<Future<String>> busy = List.of(
                clients.threads.submit(
                        () -> clients.scrape(shared, Set.of("x"), TEXT, clients.context, clients::blocked)),
                clients.threads.submit(
                        () -> clients.scrape(shared, ALL, OPEN_METRICS, clients.context, clients::blocked)));
        await().until(() -> clients.running.get() == Renderings.MAX_RUNNING);
        List<Future<Long>> sharing = new ArrayList<>();
        for (int i = 0; i < 4; i++)
            sharing.add(clients.threads.submit(() -> {
                clients.scrape(shared, ALL, TEXT, limits, text);
                return System.nanoTime();
            }));
        await().until(() -> clients.waitingThreads() == 4);
        clients.release.countDown();
        for (Future<String> scrape : busy) scrape.get();
        long lastNanos = sharing.get(0).get();
        for (Future<Long> scrape : sharing) lastNanos += Math.max(0, scrape.get() - lastNanos);
        return lastNanos;
    }
}
