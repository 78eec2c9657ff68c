package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.NodeCpu;
import io.foreread.it.bench.load.PerThread;
import io.foreread.it.bench.load.ProcessCpu;
import io.foreread.it.fixture.Progress;
import java.util.concurrent.TimeUnit;

/**
 * The CPU time of a node in a scrape interval. In contrast to the CPU time of a scrape, it includes all that an exporter does
 * between scrapes, and Cassandra's own work.
 */
final class ScrapeInterval {
    static final int SECONDS = 15;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(SECONDS);
    private static final int COUNT = 4;

    private ScrapeInterval() {}

    /**
     * Scrapes the node, if it has an exporter, at the begin of each interval. An interval is longer if its scrape is.
     *
     * @return the mean CPU time of the node and of the exporter's own process
     */
    static double cpuMillis(ScrapedNode scraped, Progress progress) {
        return progress.whileComputing(() -> cpuMillis(scraped));
    }

    private static double cpuMillis(ScrapedNode scraped) {
        long pid = scraped.nodeCpu().pid();
        long nodeMillis = ProcessCpu.millis(pid);
        PerThread exporter = scraped.exporterCpuNanos();
        for (int i = 0; i < COUNT; i++) {
            long startNanos = System.nanoTime();
            if (scraped.hasExporter()) scraped.scrape();
            NodeCpu.pause(startNanos + NANOS - System.nanoTime());
        }
        long exporterNanos = scraped.exporterCpuNanos().since(exporter);
        return (ProcessCpu.millis(pid) - nodeMillis + exporterNanos * 1e-6) / COUNT;
    }
}
