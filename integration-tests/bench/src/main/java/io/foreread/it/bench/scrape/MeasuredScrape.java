package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.Numbers;
import io.foreread.it.fixture.CassandraVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The median cost of a scrape.
 *
 * @param tables the number of user tables
 * @param wallMillis time until the client has the complete response
 * @param nodeCpuMillis CPU time that the scrape costs the node. Without client load, it is the CPU time of the whole
 *     node minus its CPU time without scrapes. Under load, it is the CPU time of the threads that serve scrapes.
 * @param exporterCpuMillis CPU time of the exporter's own process; 0 if the exporter runs in the node
 * @param allocatedBytes bytes that the threads that serve scrapes allocated in the node
 * @param nodeCpuMillisPerSecond CPU time that the node used in each second, measured before the other values. With an
 *     exporter under load, the node is scraped in half of this time.
 * @param p99 null without client load
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
    /** @throws NullPointerException if measured without client load */
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
     * The effect of scrapes on the p99 of reads or of writes.
     *
     * @param quietMillis median p99 of the windows without scrapes
     * @param scrapedMillis median p99 of the windows with a scrape per second
     * @param ratio median of the ratios of adjacent windows; slow changes of the machine's load do not affect it
     * @param least the lower end of the 95 % confidence interval of the ratio
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
