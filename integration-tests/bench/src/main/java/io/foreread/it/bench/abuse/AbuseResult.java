package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The results of all abuses of one node.
 *
 * @param firstHalf values of the first, third, fifth... quiet window
 * @param secondHalf values of the other quiet windows
 */
record AbuseResult(List<AbuseMeasured> abuses, AbuseMeasured.Side firstHalf, AbuseMeasured.Side secondHalf) {
    /** Two cores, because the endpoint renders at most two expositions at a time. */
    static final double MAX_SCRAPE_LOOP_CPU_MILLIS_PER_SECOND = 2_000;

    /** The result of scrapes in a loop, which have a limit; empty if they were not measured. */
    Optional<AbuseMeasured> scrapeLoops() {
        return abuses.stream().filter(one -> one.abuse() == Abuse.SCRAPE_LOOPS).findFirst();
    }

    /** Whether scrapes in a loop cost the node no more CPU than allowed and leave the p99s within the noise. */
    boolean keepsLimits() {
        return scrapeLoops()
                .map(loops -> loops.extraCpuMillisPerSecond() <= MAX_SCRAPE_LOOP_CPU_MILLIS_PER_SECOND
                        && isWithinNoise(loops))
                .orElse(true);
    }

    /** The ratio of the highest to the lowest read p99 of quiet windows. */
    double readNoise() {
        return noise(AbuseMeasured.Side::readP99Millis);
    }

    double writeNoise() {
        return noise(AbuseMeasured.Side::writeP99Millis);
    }

    private double noise(ToDoubleFunction<AbuseMeasured.Side> p99) {
        double first = p99.applyAsDouble(firstHalf);
        double second = p99.applyAsDouble(secondHalf);
        double highest = Math.max(first, second);
        double lowest = Math.min(first, second);
        for (AbuseMeasured abuse : abuses) {
            highest = Math.max(highest, p99.applyAsDouble(abuse.quiet()));
            lowest = Math.min(lowest, p99.applyAsDouble(abuse.quiet()));
        }
        return highest / lowest;
    }

    boolean isWithinNoise(AbuseMeasured abuse) {
        return abuse.readRatio() <= readNoise() && abuse.writeRatio() <= writeNoise();
    }
}
