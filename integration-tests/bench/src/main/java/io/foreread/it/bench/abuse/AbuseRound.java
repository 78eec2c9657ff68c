package io.foreread.it.bench.abuse;

import io.foreread.it.bench.load.LatencyPair;

/**
 * Two adjacent windows of a node, one without and one with an abuse.
 *
 * @param round the number of the round, from 1; each round has all abuses
 * @param abuse the name of the abuse in options
 * @param latency latencies of the clients' requests without and with the abuse
 * @param quietCpuMillisPerSecond CPU time of the node in each second without the abuse
 * @param abusedCpuMillisPerSecond CPU time of the node in each second with the abuse
 * @param actions completed actions of all abusers; an action ends with a disconnect, a response or a timeout
 */
record AbuseRound(
        int round,
        String abuse,
        LatencyPair latency,
        double quietCpuMillisPerSecond,
        double abusedCpuMillisPerSecond,
        long actions) {
    /** The CPU time that the abuse costs the node, in cores. */
    double extraCores() {
        return (abusedCpuMillisPerSecond - quietCpuMillisPerSecond) / 1000;
    }
}
