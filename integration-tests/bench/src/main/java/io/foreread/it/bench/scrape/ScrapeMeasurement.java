package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.Latencies;
import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.NodeThreads;
import io.foreread.it.bench.load.Numbers;
import io.foreread.it.bench.load.PerThread;
import io.foreread.it.bench.load.Requests;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Measures one node with one exporter. */
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
    private static final int WINDOWS = 36;
    private static final int COUNTED_WINDOWS = 3;

    private final ScrapedNode scraped;
    private final ExporterVariant contender;
    private final CassandraVersion release;
    private final int tables;
    private final int scrapes;
    private final Progress progress;

    ScrapeMeasurement(
            ScrapedNode scraped,
            ExporterVariant contender,
            CassandraVersion release,
            int tables,
            int scrapes,
            Progress progress) {
        this.scraped = scraped;
        this.contender = contender;
        this.release = release;
        this.tables = tables;
        this.scrapes = scrapes;
        this.progress = progress;
    }

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

    MeasuredScrape run(Load load) {
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

    private MeasuredScrape idle() {
        warmUp();
        double perSecond = scraped.nodeCpu().millisPerSecond();
        if (!scraped.hasExporter()) return none(Load.IDLE, perSecond, null);
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
        return new MeasuredScrape(
                contender,
                release,
                tables,
                Load.IDLE,
                median(all, one -> one.body.wallNanos() * 1e-6),
                Math.max(0, median(all, one -> (one.cpuNanos - empty * one.windowNanos) * 1e-6)),
                median(all, one -> one.exporterCpuNanos * 1e-6),
                Math.max(0, median(all, one -> one.allocatedBytes - counterReadBytes)),
                Math.round(median(all, one -> one.body.samples())),
                Math.round(median(all, one -> one.body.families())),
                Math.round(median(all, one -> one.body.bytes())),
                perSecond,
                null);
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
     * not read while requests are timed.
     */
    private MeasuredScrape busy(Requests requests, @Nullable RemoteClient client) {
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
            return none(Load.BUSY, perSecond, p99(requests, nothing, nothing));
        }
        NodeThreads threads = scraped.exporterThreads();
        PerThread allocatedBefore = threads.allocatedBytes();
        PerThread exporterBefore = scraped.exporterCpuNanos();
        PerThread cpuBefore = threads.cpuNanos();
        List<Body> bodies = new ArrayList<>();
        for (int i = 0; i < COUNTED_WINDOWS; i++) bodies.addAll(everySecond(client::scrape));
        double cpuMillis = threads.cpuNanos().since(cpuBefore) * 1e-6 / bodies.size();
        double exporterCpuMillis = scraped.exporterCpuNanos().since(exporterBefore) * 1e-6 / bodies.size();
        double allocatedBytes = (double) threads.allocatedBytes().since(allocatedBefore) / bodies.size();
        return new MeasuredScrape(
                contender,
                release,
                tables,
                Load.BUSY,
                median(bodies, body -> body.wallNanos() * 1e-6),
                cpuMillis,
                exporterCpuMillis,
                allocatedBytes,
                Math.round(median(bodies, Body::samples)),
                Math.round(median(bodies, Body::families)),
                Math.round(median(bodies, Body::bytes)),
                perSecond,
                p99(requests, () -> everySecond(client::rehearse), () -> everySecond(client::scrape)));
    }

    /**
     * Compares short alternating windows without and with scrapes. Other activity and the scraper's work on this machine
     * affect both kinds of windows. Rare events, such as load of the host, do not affect the medians.
     */
    private MeasuredScrape.P99 p99(Requests requests, Runnable quietWindow, Runnable scrapedWindow) {
        List<Latencies> quiet = new ArrayList<>();
        List<Latencies> scrapedOnes = new ArrayList<>();
        // Requests that the previous measurement slowed down are not part of a window.
        NodeCpu.pause(PERIOD_NANOS);
        for (int i = 0; i < WINDOWS; i++) {
            // The order of the two windows alternates, because some activity of the node has a period of ten seconds.
            if (i % 2 == 0) quiet.add(timed(requests, quietWindow));
            scrapedOnes.add(timed(requests, scrapedWindow));
            if (i % 2 == 1) quiet.add(timed(requests, quietWindow));
            progress.at(WINDOWS + i, 2L * WINDOWS);
        }
        return new MeasuredScrape.P99(
                change(quiet, scrapedOnes, Latencies::readP99Millis),
                change(quiet, scrapedOnes, Latencies::writeP99Millis));
    }

    private static MeasuredScrape.Change change(
            List<Latencies> quiet, List<Latencies> scraped, ToDoubleFunction<Latencies> value) {
        return MeasuredScrape.Change.of(
                quiet.stream().mapToDouble(value).toArray(),
                scraped.stream().mapToDouble(value).toArray());
    }

    private static Latencies timed(Requests requests, Runnable window) {
        Latencies latencies = new Latencies();
        requests.timeIn(latencies);
        window.run();
        return latencies;
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

    private MeasuredScrape none(Load load, double perSecond, MeasuredScrape.@Nullable P99 p99) {
        return new MeasuredScrape(contender, release, tables, load, 0, 0, 0, 0, 0, 0, 0, perSecond, p99);
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
        return Numbers.median(all.stream().mapToDouble(value).toArray());
    }
}
