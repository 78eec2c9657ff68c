package io.foreread.it.bench.abuse;

import com.fasterxml.jackson.annotation.JacksonInject;
import io.foreread.it.bench.comparison.Estimate;
import io.foreread.it.bench.laboratory.Spread;
import io.foreread.it.bench.load.RequestLatency;
import io.foreread.it.bench.results.BenchTables;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The results of {@code ./bench abuse}.
 *
 * @param plain whether the endpoint had neither TLS nor a password
 * @param requestsPerSecond reads and writes of the node's clients per second
 * @param windowSeconds the duration of a window
 * @param cores the cores of the machine; earlier results have them only with the machine
 * @param rounds the windows of all rounds in the order in which they were measured
 */
record AbuseResult(
        boolean plain,
        int requestsPerSecond,
        int windowSeconds,
        @JacksonInject(BenchTables.CORES) int cores,
        List<AbuseRound> rounds) {
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

    /** The largest CPU time that an abuse could cost the node on this machine, in cores. */
    double maxExtraCores(String abuse) {
        return cores
                - Spread.of(of(abuse), round -> round.quiet().cpuMillisPerSecond() / 1000)
                        .median();
    }

    /** The CPU time that an abuse costs the node, in cores. */
    Estimate extraCores(String abuse) {
        return Estimate.ofValues(
                of(abuse).stream().mapToDouble(AbuseRound::extraCores).toArray());
    }
}
