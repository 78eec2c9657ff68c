package io.foreread.it.bench.abuse;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All abuses of one node.
 *
 * @param firstHalf every other of the quiet windows
 * @param secondHalf the rest of them
 */
record AbuseResult(List<AbuseMeasured> abuses, AbuseMeasured.Side firstHalf, AbuseMeasured.Side secondHalf) {
    /** By how much p99s of quiet windows differ for no reason at all. */
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
