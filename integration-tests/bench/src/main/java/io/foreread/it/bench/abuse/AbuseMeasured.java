package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.load.Latencies;

/**
 * One abuse.
 *
 * @param quiet in the windows before those with the abuse
 * @param deedsPerSecond how often a client of it was cut off, answered or tired
 */
record AbuseMeasured(Abuse abuse, Side quiet, Side abused, double deedsPerSecond) {
    /**
     * @param readP99Millis of clients' reads
     * @param cpuMillisPerSecond of the node
     */
    record Side(double readP99Millis, double writeP99Millis, double cpuMillisPerSecond) {
        static Side of(Latencies latencies, double cpuMillisPerSecond) {
            return new Side(latencies.readP99Millis(), latencies.writeP99Millis(), cpuMillisPerSecond);
        }
    }

    double readRatio() {
        return abused.readP99Millis / quiet.readP99Millis;
    }

    double writeRatio() {
        return abused.writeP99Millis / quiet.writeP99Millis;
    }
}
