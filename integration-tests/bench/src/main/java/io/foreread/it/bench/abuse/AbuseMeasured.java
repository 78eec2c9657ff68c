package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.load.Latencies;

/**
 * The result of one abuse.
 *
 * @param quiet values of the windows before those with the abuse
 * @param deedsPerSecond completed actions per second: disconnected, answered or timed out
 */
record AbuseMeasured(Abuse abuse, Side quiet, Side abused, double deedsPerSecond) {
    /**
     * @param readP99Millis p99 of reads of the clients
     * @param cpuMillisPerSecond CPU time of the node
     */
    record Side(double readP99Millis, double writeP99Millis, double cpuMillisPerSecond) {
        static Side of(Latencies latencies, double cpuMillisPerSecond) {
            return new Side(latencies.readP99Millis(), latencies.writeP99Millis(), cpuMillisPerSecond);
        }
    }

    /** The CPU time that the abuse costs the node. */
    double extraCpuMillisPerSecond() {
        return abused.cpuMillisPerSecond - quiet.cpuMillisPerSecond;
    }

    double readRatio() {
        return abused.readP99Millis / quiet.readP99Millis;
    }

    double writeRatio() {
        return abused.writeP99Millis / quiet.writeP99Millis;
    }
}
