package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.config.BuildInfo;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ScrapeQueueTest {
    private static final String CLIENT = "10.0.0.1";
    private static final long MAX_WAIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final RequestCounts counts = new RequestCounts();
    private final Workers workers = new Workers(counts, MAX_WAIT_NANOS, Workers.THREADS);
    private final ScrapeQueue queue = new ScrapeQueue(workers);
    private final Exposition node = new Exposition(new BuildInfo("1.2.3", "abc"));
    private final Exposition otherNode = new Exposition(new BuildInfo("1.2.3", "abc"));
    private final ExecutorService clients = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        queue.close();
        workers.close();
        clients.shutdownNow();
    }

    @Test
    void fourScrapesOfOneAddressAreNotDelayed() throws Exception {
        for (ScrapeQueue.Place place : competing(CLIENT))
            assertThat(place.waitedNanos()).isZero();
    }

    @Test
    void furtherScrapesWaitInTheOrderOfTheirArrival() throws Exception {
        List<ScrapeQueue.Place> competing = competing(CLIENT);
        List<Future<ScrapeQueue.Place>> waiting = waiting(CLIENT, 3);
        for (int i = 0; i < waiting.size(); i++) {
            competing.get(i).close();
            assertThat(waiting.get(i).get().waitedNanos()).isPositive();
            assertThat(waiting.subList(i + 1, waiting.size())).noneMatch(Future::isDone);
        }
    }

    @Test
    void scrapesOfAnotherAddressOrNodeAreNotDelayed() throws Exception {
        competing("2001:db8::1");
        waiting("2001:db8::1", 1);
        assertThat(enter("2001:db8:0:1::1").waitedNanos()).isZero();
        assertThat(enter(CLIENT).waitedNanos()).isZero();
        ScrapeQueue.Place ofOtherNode = queue.enter(InetAddress.getByName("2001:db8::1"), otherNode, MAX_WAIT_NANOS);
        assertThat(ofOtherNode.waitedNanos()).isZero();
    }

    @Test
    void ipv6AddressesOfOneNetworkAreOneClient() throws Exception {
        competing("2001:db8::1");
        assertThat(waiting("2001:db8::2:1", 1)).noneMatch(Future::isDone);
    }

    @Test
    void scrapeThatHasWaitedForTheMaximumTakesNoPlace() throws Exception {
        competing(CLIENT);
        queue.enter(InetAddress.getByName(CLIENT), node, 1).close();
        assertThat(waiting(CLIENT, 1)).noneMatch(Future::isDone);
    }

    @Test
    void scrapesBeyondTheMaximumOfThreadsDoNotWait() throws Exception {
        competing(CLIENT);
        waiting(CLIENT, ScrapeQueue.MAX_WAITING);
        assertThat(enter(CLIENT).waitedNanos()).isZero();
    }

    @Test
    void noAddressIsKeptAfterItsLastScrape() throws Exception {
        List<ScrapeQueue.Place> competing = competing(CLIENT);
        competing.add(enter("10.0.0.2"));
        Future<ScrapeQueue.Place> waiting = waiting(CLIENT, 1).get(0);
        assertThat(queue.clients()).isEqualTo(2);
        for (ScrapeQueue.Place place : competing) place.close();
        assertThat(queue.clients()).isEqualTo(1);
        waiting.get().close();
        assertThat(queue.clients()).isZero();
    }

    @Test
    void closedQueueRejectsScrapesThatWait() throws Exception {
        List<ScrapeQueue.Place> competing = competing(CLIENT);
        Future<ScrapeQueue.Place> waiting = waiting(CLIENT, 1).get(0);
        queue.close();
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(NotServedException.class);
        assertThatThrownBy(() -> enter(CLIENT)).isInstanceOf(NotServedException.class);
        for (ScrapeQueue.Place place : competing) place.close();
        assertThat(queue.clients()).isZero();
    }

    @Test
    void sixteenClientsOfOneAddressThatScrapeInALoopGetFourResponsesPerPause() throws Exception {
        int loops = 16;
        int pauses = 10;
        long pauseNanos = TimeUnit.MILLISECONDS.toNanos(200);
        Renderings renderings = new Renderings(MAX_WAIT_NANOS, pauseNanos);
        ScrapeContext context = new ScrapeContext(counts, new RenderingMemory(1 << 20), MAX_WAIT_NANOS);
        long begunNanos = System.nanoTime();
        Callable<Integer> loop = () -> {
            int responses = 0;
            for (; System.nanoTime() - begunNanos < pauses * pauseNanos; responses++) scrape(renderings, context);
            return responses;
        };
        int served = 0;
        for (Future<Integer> client : clients.invokeAll(Collections.nCopies(loops, loop))) served += client.get();
        // The first pauses are shorter, and the last scrape of each client ends after the last pause. Without the
        // queue, each client would get one response per pause.
        assertThat(served).isLessThan(ScrapeQueue.MAX_COMPETING * pauses + 3 * loops);
    }

    private void scrape(Renderings renderings, ScrapeContext context) throws Exception {
        try (ScrapeQueue.Place place = enter(CLIENT)) {
            ScrapeContext remaining = context.within(MAX_WAIT_NANOS - place.waitedNanos());
            renderings.get(Set.of(), "text/plain", remaining, out -> render()).release();
        }
    }

    /** A rendering of this duration that four clients share causes almost half of the maximum pause. */
    private static long render() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        return 0;
    }

    /** Returns as many scrapes as can compete. */
    private List<ScrapeQueue.Place> competing(String address) throws Exception {
        List<ScrapeQueue.Place> places = new ArrayList<>();
        for (int i = 0; i < ScrapeQueue.MAX_COMPETING; i++) places.add(enter(address));
        return places;
    }

    /** Returns this number of scrapes that wait, in the order of their arrival. */
    private List<Future<ScrapeQueue.Place>> waiting(String address, int count) {
        List<Future<ScrapeQueue.Place>> scrapes = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int arrived = i;
            scrapes.add(clients.submit(() -> enter(address)));
            await().until(() -> queue.waiting() == arrived);
        }
        return scrapes;
    }

    private ScrapeQueue.Place enter(String address) throws Exception {
        return queue.enter(InetAddress.getByName(address), node, MAX_WAIT_NANOS);
    }
}
