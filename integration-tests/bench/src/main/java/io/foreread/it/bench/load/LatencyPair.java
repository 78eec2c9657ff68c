package io.foreread.it.bench.load;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.comparison.Goal;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The latencies of clients in two adjacent windows. Slow changes of the load of the machine affect both.
 *
 * @param quiet the window without the measured activity
 * @param loaded the window with it
 */
public record LatencyPair(RequestLatency quiet, RequestLatency loaded) {
    /** The ratio of a quantile with the activity to the quantile without it, within each pair. */
    public static Estimate ratio(List<LatencyPair> pairs, ToDoubleFunction<RequestLatency> quantile) {
        return Estimate.ofRatios(pairs.stream()
                .mapToDouble(pair -> quantile.applyAsDouble(pair.loaded) / quantile.applyAsDouble(pair.quiet))
                .toArray());
    }

    /** The goal of the ratio of a quantile: the activity does not change it. */
    public static Goal goal(String quantile) {
        return quantile.startsWith("p99.9 ") ? Goal.EQUAL_P999 : Goal.EQUAL_P99;
    }
}
