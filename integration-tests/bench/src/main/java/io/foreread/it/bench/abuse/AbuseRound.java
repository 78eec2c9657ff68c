package io.foreread.it.bench.abuse;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adjacent windows of a node, measured in one round.
 *
 * @param round the number of the round, from 1; each round has all abuses
 * @param abuse the name of the abuse in options
 * @param quiet the window without the abuse
 * @param control the window in which the abusers use a {@link RecordedEndpoint} and not the node; null if the abuse has
 *     no such window
 * @param abused the window with the abuse
 */
record AbuseRound(int round, String abuse, AbuseWindow quiet, @Nullable AbuseWindow control, AbuseWindow abused) {
    boolean hasControl() {
        return control != null;
    }

    /** @throws NullPointerException if the abuse has no control */
    AbuseWindow controlled() {
        return Objects.requireNonNull(control);
    }

    /** The CPU time that the abuse costs the node, in cores. */
    double extraCores() {
        return (abused.cpuMillisPerSecond() - quiet.cpuMillisPerSecond()) / 1000;
    }
}
