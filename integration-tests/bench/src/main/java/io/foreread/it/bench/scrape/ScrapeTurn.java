package io.foreread.it.bench.scrape;

import com.fasterxml.jackson.annotation.JacksonInject;
import io.foreread.it.bench.comparison.Turn;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.results.BenchTables;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of one node with one exporter.
 *
 * @param contender the exporter and its configuration; {@link #NONE} for a node without scrapes
 * @param cassandra the release
 * @param tables the number of user tables
 * @param load {@code idle} or {@code busy}
 * @param nodeCpuMillisPerSecond CPU time that the node used in each second, measured before the other values. With an
 *     exporter under load, the node is scraped in half of this time.
 * @param intervalCpuMillis CPU time of the node and of the exporter's own process in a scrape interval, with one scrape;
 *     null in earlier results and under load
 * @param scrapes the cost of each scrape or window; empty for a node without scrapes
 * @param latencies the latencies of clients in windows without and with scrapes; empty without client load
 */
record ScrapeTurn(
        int round,
        String contender,
        String cassandra,
        int tables,
        String load,
        long samples,
        long families,
        long bodyBytes,
        double nodeCpuMillisPerSecond,
        @JacksonInject(BenchTables.ABSENT) @Nullable Double intervalCpuMillis,
        List<ScrapeCost> scrapes,
        List<LatencyPair> latencies)
        implements Turn {
    static final String NONE = "none";

    double median(ToDoubleFunction<ScrapeCost> value) {
        return Spread.of(scrapes, value).median();
    }

    double wallMillis() {
        return median(ScrapeCost::wallMillis);
    }

    double cpuMillis() {
        return median(ScrapeCost::cpuMillis);
    }

    double allocatedMegabytes() {
        return median(ScrapeCost::allocatedBytes) / 1e6;
    }

    double cpuMicrosPerSample() {
        return cpuMillis() * 1000 / samples;
    }

    double allocatedBytesPerSample() {
        return median(ScrapeCost::allocatedBytes) / samples;
    }
}
