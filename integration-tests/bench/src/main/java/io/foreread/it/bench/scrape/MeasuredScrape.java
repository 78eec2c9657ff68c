package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.Numbers;
import io.foreread.it.fixture.CassandraVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cost of one scrape, as medians.
 *
 * @param tables the number of user tables
 * @param nodeCpuMillis CPU time of the node, without its use in windows without scrapes
 * @param exporterCpuMillis CPU time of the exporter's process; 0 if it has none
 * @param allocatedBytes bytes allocated in the node
 * @param nodeCpuMillisPerSecond CPU time of the node without scrapes
 * @param p99 null if idle
 */
record MeasuredScrape(
        ExporterVariant contender,
        CassandraVersion release,
        int tables,
        Load load,
        double wallMillis,
        double nodeCpuMillis,
        double exporterCpuMillis,
        double allocatedBytes,
        long samples,
        long families,
        long bodyBytes,
        double nodeCpuMillisPerSecond,
        @Nullable P99 p99) {
    /** @throws NullPointerException if idle */
    P99 p99OfRequests() {
        return Objects.requireNonNull(p99, "measured without requests");
    }

    double cpuMillis() {
        return nodeCpuMillis + exporterCpuMillis;
    }

    double cpuMicrosPerSample() {
        return cpuMillis() * 1000 / samples;
    }

    double bytesPerSample() {
        return allocatedBytes / samples;
    }

    /** The p99 of the clients' requests. */
    record P99(Change reads, Change writes) {}

    /**
     * The effect of scrapes.
     *
     * @param quietMillis median of the windows without scrapes
     * @param scrapedMillis median of the windows with a scrape per second
     * @param ratio median of the ratios of adjacent windows, which changes of some minutes do not affect
     * @param least the lower end of the 95 % interval of the ratio
     * @param most the upper end of this interval
     */
    record Change(double quietMillis, double scrapedMillis, double ratio, double least, double most) {
        static Change of(double[] quiet, double[] scraped) {
            double[] ratios = new double[quiet.length];
            for (int i = 0; i < ratios.length; i++) ratios[i] = scraped[i] / quiet[i];
            double[] interval = Numbers.medianInterval(ratios);
            return new Change(
                    Numbers.median(quiet), Numbers.median(scraped), Numbers.median(ratios), interval[0], interval[1]);
        }
    }
}
