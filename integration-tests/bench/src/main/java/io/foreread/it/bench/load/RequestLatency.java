package io.foreread.it.bench.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Quantiles of the latencies of reads and of writes in one window. */
public record RequestLatency(
        double readP99Millis, double readP999Millis, double writeP99Millis, double writeP999Millis) {
    /** The quantiles by their names in reports, in the order of reports. */
    public static final Map<String, ToDoubleFunction<RequestLatency>> QUANTILES = quantiles();

    private static Map<String, ToDoubleFunction<RequestLatency>> quantiles() {
        Map<String, ToDoubleFunction<RequestLatency>> quantiles = new LinkedHashMap<>();
        quantiles.put("p99 of reads", RequestLatency::readP99Millis);
        quantiles.put("p99.9 of reads", RequestLatency::readP999Millis);
        quantiles.put("p99 of writes", RequestLatency::writeP99Millis);
        quantiles.put("p99.9 of writes", RequestLatency::writeP999Millis);
        return Collections.unmodifiableMap(quantiles);
    }
}
