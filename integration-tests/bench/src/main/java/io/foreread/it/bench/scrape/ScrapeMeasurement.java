package io.foreread.it.bench.scrape;

import io.foreread.it.bench.comparison.Numbers;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.NodeThreads;
import io.foreread.it.bench.load.PerThread;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.load.RequestWindow;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Measures one node with one exporter in one round. */
final class ScrapeMeasurement {
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int MIN_WARM_UPS = 3;
    /**
     * The number of scrapes after which the JVM has compiled an exporter. Expensive exporters reach
     * {@link #LONG_WARM_UP_NANOS} before.
     */
    private static final int ENOUGH_WARM_UPS = 200;

    private static final long LONG_WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(45);
    /** The time after which no further scrape is measured, if the {@link #MIN_SCRAPES} for a median are measured. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final int MIN_SCRAPES = 3;
    /** The time after a scrape in which CPU use still counts as caused by the scrape. */
    private static final long TAIL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_EMPTY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long WINDOW_NANOS = 5 * PERIOD_NANOS;
    /** Windows in each round. */
    private static final int WINDOWS = 12;

    private static final int COUNTED_WINDOWS = 3;

    private final ScrapedNode scraped;
    private final Subject subject;
    private final int scrapes;
    private final Progress progress;

    /** @param scrapes the number of measured scrapes without client load */
    ScrapeMeasurement(ScrapedNode scraped, Subject subject, int scrapes, Progress progress) {
        this.scraped = scraped;
        this.subject = subject;
        this.scrapes = scrapes;
        this.progress = progress;
    }

    /**
     * The measured node.
     *
     * @param round the number of the round, from 1
     * @param tables the number of user tables
     */
    record Subject(int round, ExporterVariant contender, CassandraVersion release, int tables) {}

    /**
     * One window with a scrape in it.
     *
     * @param cpuNanos CPU time of the node
     * @param emptyNanosPerNano CPU use of the node in the previous window, which had no scrape
     */
    private record ScrapedWindow(
            Body body,
            long windowNanos,
            long cpuNanos,
            double emptyNanosPerNano,
            long exporterCpuNanos,
            long allocatedBytes) {}

    /**
     * What the threads that serve scrapes used during a window.
     *
     * @param exporterCpuNanos CPU time of the exporter's own process
     */
    private record Served(double cpuNanos, double exporterCpuNanos, double allocatedBytes) {}

    ScrapeTurn run(Load load) {
        NodeCpu.pause(SETTLE_NANOS);
        if (load == Load.BUSY) {
            try (Requests requests = new Requests(scraped.node().session());
                    RemoteClient client = scraped.hasExporter() ? scraped.remoteClient() : null) {
                return busy(requests, client);
            }
        }
        return idle();
    }

    private void warmUp() {
        if (!scraped.hasExporter()) return;
        long start = System.nanoTime();
        for (int i = 0; ; i++) {
            long nanos = System.nanoTime() - start;
            if (i >= ENOUGH_WARM_UPS && nanos > WARM_UP_NANOS) return;
            if (i >= MIN_WARM_UPS && nanos > LONG_WARM_UP_NANOS) return;
            scraped.scrape();
            progress.at(Math.min(nanos, LONG_WARM_UP_NANOS), 2 * LONG_WARM_UP_NANOS);
        }
    }

    private ScrapeTurn idle() {
        warmUp();
        double perSecond = scraped.nodeCpu().millisPerSecond();
        if (!scraped.hasExporter())
            return turn(
                    Load.IDLE, perSecond, ScrapeInterval.cpuMillis(scraped, progress), List.of(), List.of(), List.of());
        NodeThreads threads = scraped.exporterThreads();
        List<ScrapedWindow> all = new ArrayList<>();
        long start = System.nanoTime();
        long windowNanos = TAIL_NANOS;
        double counterReadBytes = counterReadBytes(threads);
        while (all.size() < scrapes) {
            if (all.size() >= MIN_SCRAPES && System.nanoTime() - start > LONG_NANOS) break;
            double empty = scraped.nodeCpu().perNano(Math.min(windowNanos, LONGEST_EMPTY_NANOS));
            ScrapedWindow one = one(threads, empty);
            windowNanos = one.windowNanos;
            all.add(one);
            progress.at(scrapes + all.size(), 2L * scrapes);
        }
        double empty = median(all, ScrapedWindow::emptyNanosPerNano);
        List<ScrapeCost> costs = all.stream()
                .map(one -> new ScrapeCost(
                        one.body.wallNanos() * 1e-6,
                        (one.cpuNanos - empty * one.windowNanos) * 1e-6,
                        one.exporterCpuNanos * 1e-6,
                        one.allocatedBytes - counterReadBytes))
                .toList();
        List<Body> bodies = all.stream().map(ScrapedWindow::body).toList();
        return turn(Load.IDLE, perSecond, ScrapeInterval.cpuMillis(scraped, progress), bodies, costs, List.of());
    }

    private ScrapedWindow one(NodeThreads threads, double empty) {
        PerThread allocated = threads.allocatedBytes();
        long start = System.nanoTime();
        PerThread cpu = scraped.nodeCpu().nanos();
        PerThread exporterCpu = scraped.exporterCpuNanos();
        Body body = scraped.scrape();
        NodeCpu.pause(TAIL_NANOS);
        long cpuNanos = scraped.nodeCpu().nanos().since(cpu);
        long windowNanos = System.nanoTime() - start;
        long exporterCpuNanos = scraped.exporterCpuNanos().since(exporterCpu);
        return new ScrapedWindow(
                body,
                windowNanos,
                cpuNanos,
                empty,
                exporterCpuNanos,
                threads.allocatedBytes().since(allocated));
    }

    /** The bytes that reading the counters allocates in the measured threads: 0 unless the exporter uses JMX too. */
    private static double counterReadBytes(NodeThreads threads) {
        double[] allocated = new double[5];
        for (int i = 0; i < allocated.length; i++) {
            PerThread before = threads.allocatedBytes();
            allocated[i] = threads.allocatedBytes().since(before);
        }
        return Numbers.median(allocated);
    }

    /**
     * Measures the CPU time of the threads that serve scrapes, because under load the CPU time of the whole node varies by
     * more than a scrape costs. Reading the CPU time of threads costs the node more than a scrape, so the CPU time is
     * not read while requests are timed. It includes the reads of the counters if the exporter uses JMX too, so windows
     * without scrapes are subtracted.
     */
    private ScrapeTurn busy(Requests requests, @Nullable RemoteClient client) {
        warmUp();
        double perSecond = scraped.nodeCpu()
                .steadyMillisPerSecond(
                        scraped.node().jmx(),
                        client == null
                                ? () -> NodeCpu.pause(WINDOW_NANOS)
                                : () -> {
                                    everySecond(client::rehearse);
                                    everySecond(client::scrape);
                                });
        if (client == null) {
            Runnable nothing = () -> NodeCpu.pause(WINDOW_NANOS);
            return turn(Load.BUSY, perSecond, null, List.of(), List.of(), latencies(requests, nothing, nothing));
        }
        NodeThreads threads = scraped.exporterThreads();
        List<Body> bodies = new ArrayList<>();
        List<ScrapeCost> costs = new ArrayList<>();
        for (int i = 0; i < COUNTED_WINDOWS; i++) {
            Served empty = served(threads, () -> NodeCpu.pause(WINDOW_NANOS));
            List<Body> window = new ArrayList<>();
            Served served = served(threads, () -> window.addAll(everySecond(client::scrape)));
            int count = window.size();
            costs.add(new ScrapeCost(
                    median(window, body -> body.wallNanos() * 1e-6),
                    (served.cpuNanos - empty.cpuNanos) * 1e-6 / count,
                    served.exporterCpuNanos * 1e-6 / count,
                    (served.allocatedBytes - empty.allocatedBytes) / count));
            bodies.addAll(window);
        }
        return turn(
                Load.BUSY,
                perSecond,
                null,
                bodies,
                costs,
                latencies(requests, () -> everySecond(client::rehearse), () -> everySecond(client::scrape)));
    }

    private Served served(NodeThreads threads, Runnable window) {
        PerThread allocated = threads.allocatedBytes();
        PerThread exporterCpu = scraped.exporterCpuNanos();
        PerThread cpu = threads.cpuNanos();
        window.run();
        return new Served(
                threads.cpuNanos().since(cpu),
                scraped.exporterCpuNanos().since(exporterCpu),
                threads.allocatedBytes().since(allocated));
    }

    /**
     * Compares short alternating windows without and with scrapes. Other activity and the scraper's work on this machine
     * affect both kinds of windows.
     */
    private List<LatencyPair> latencies(Requests requests, Runnable quietWindow, Runnable scrapedWindow) {
        List<LatencyPair> pairs = new ArrayList<>();
        // Requests that the previous measurement slowed down are not part of a window.
        NodeCpu.pause(PERIOD_NANOS);
        for (int i = 0; i < WINDOWS; i++) {
            // The order of the two windows alternates, because some activity of the node has a period of ten seconds.
            boolean quietFirst = i % 2 == 0;
            RequestLatency first = timed(requests, quietFirst ? quietWindow : scrapedWindow);
            RequestLatency second = timed(requests, quietFirst ? scrapedWindow : quietWindow);
            pairs.add(quietFirst ? new LatencyPair(first, second) : new LatencyPair(second, first));
            progress.at(WINDOWS + i, 2L * WINDOWS);
        }
        return pairs;
    }

    private static RequestLatency timed(Requests requests, Runnable work) {
        RequestWindow window = requests.begin();
        work.run();
        window.end();
        return window.quantiles();
    }

    private static List<Body> everySecond(Supplier<Body> scrape) {
        List<Body> bodies = new ArrayList<>();
        long start = System.nanoTime();
        long due = start;
        while (System.nanoTime() - start < WINDOW_NANOS) {
            bodies.add(scrape.get());
            due = Math.max(due + PERIOD_NANOS, System.nanoTime());
            NodeCpu.pause(due - System.nanoTime());
        }
        return bodies;
    }

    /** @param bodies the responses; empty for a node without scrapes */
    private ScrapeTurn turn(
            Load load,
            double perSecond,
            @Nullable Double intervalCpuMillis,
            List<Body> bodies,
            List<ScrapeCost> costs,
            List<LatencyPair> latencies) {
        boolean none = bodies.isEmpty();
        return new ScrapeTurn(
                subject.round,
                subject.contender.toString(),
                subject.release.text(),
                subject.tables,
                load.word(),
                none ? 0 : Math.round(median(bodies, Body::samples)),
                none ? 0 : Math.round(median(bodies, Body::families)),
                none ? 0 : Math.round(median(bodies, Body::bytes)),
                perSecond,
                intervalCpuMillis,
                costs,
                latencies);
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
        return Numbers.median(all.stream().mapToDouble(value).toArray());
    }
}
