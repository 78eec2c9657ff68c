package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.Numbers;
import io.foreread.it.fixture.CassandraVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one scrape cost, medians.
 *
 * @param tables of users
 * @param nodeCpuMillis without what the node does by itself
 * @param exporterCpuMillis of a process of its own; 0 if there is none
 * @param allocatedBytes in the node
 * @param nodeCpuMillisPerSecond of the node while nobody scrapes it
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

    /** Of clients' requests. */
    record P99(Change reads, Change writes) {}

    /**
     * What scrapes change.
     *
     * @param quietMillis median of the windows in which nobody scrapes
     * @param scrapedMillis of those in which somebody does every second
     * @param ratio median of those of two windows side by side: what is otherwise for a minute is so in both
     * @param least the ratio lies above with 97.5 percent
     * @param most and below with as much
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
