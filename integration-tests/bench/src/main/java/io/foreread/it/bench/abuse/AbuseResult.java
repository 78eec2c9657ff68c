package io.foreread.it.bench.abuse;

import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.load.RequestLatency;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The results of {@code ./bench abuse}.
 *
 * @param plain whether the endpoint had neither TLS nor a password
 * @param requestsPerSecond reads and writes of the node's clients per second
 * @param windowSeconds the duration of a window
 * @param rounds the windows of all rounds in the order in which they were measured
 */
record AbuseResult(boolean plain, int requestsPerSecond, int windowSeconds, List<AbuseRound> rounds) {
    List<String> abuses() {
        return rounds.stream().map(AbuseRound::abuse).distinct().toList();
    }

    /** The abuses that were measured with a control. */
    List<String> controlledAbuses() {
        return rounds.stream()
                .filter(AbuseRound::hasControl)
                .map(AbuseRound::abuse)
                .distinct()
                .toList();
    }

    List<AbuseRound> of(String abuse) {
        return rounds.stream().filter(round -> round.abuse().equals(abuse)).toList();
    }

    /**
     * The ratio of a quantile in one window to the same quantile in another window of the same round.
     *
     * @param window selects the window of the numerator
     * @param base selects the window of the denominator
     */
    Estimate ratio(
            String abuse,
            Function<AbuseRound, AbuseWindow> window,
            Function<AbuseRound, AbuseWindow> base,
            ToDoubleFunction<RequestLatency> quantile) {
        return Estimate.ofRatios(of(abuse).stream()
                .mapToDouble(round -> quantile.applyAsDouble(window.apply(round).latency())
                        / quantile.applyAsDouble(base.apply(round).latency()))
                .toArray());
    }

    /** The CPU time that an abuse costs the node, in cores. */
    Estimate extraCores(String abuse) {
        return Estimate.ofValues(
                of(abuse).stream().mapToDouble(AbuseRound::extraCores).toArray());
    }
}
