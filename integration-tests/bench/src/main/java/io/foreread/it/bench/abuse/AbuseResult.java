package io.foreread.it.bench.abuse;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.load.LatencyPair;
import io.foreread.it.bench.load.RequestLatency;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results of {@code ./bench abuse}.
 *
 * @param plain whether the endpoint had neither TLS nor a password
 * @param requestsPerSecond reads and writes of the node's clients per second
 * @param windowSeconds the duration of a window
 * @param rounds all pairs of windows in the order in which they were measured
 */
record AbuseResult(boolean plain, int requestsPerSecond, int windowSeconds, List<AbuseRound> rounds) {
    List<String> abuses() {
        return rounds.stream().map(AbuseRound::abuse).distinct().toList();
    }

    List<AbuseRound> of(String abuse) {
        return rounds.stream().filter(round -> round.abuse().equals(abuse)).toList();
    }

    /** The ratio of a quantile with an abuse to the quantile without it, within each round. */
    Estimate ratio(String abuse, ToDoubleFunction<RequestLatency> quantile) {
        return LatencyPair.ratio(of(abuse).stream().map(AbuseRound::latency).toList(), quantile);
    }

    /** The CPU time that an abuse costs the node, in cores. */
    Estimate extraCores(String abuse) {
        return Estimate.ofValues(
                of(abuse).stream().mapToDouble(AbuseRound::extraCores).toArray());
    }
}
