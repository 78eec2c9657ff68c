package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.bench.load.Latencies;

/**
 * The result of one abuse.
 *
 * @param quiet values of the windows without the abuse
 * @param abused values of the windows with the abuse
 * @param actionsPerSecond completed actions of all abusers per second; an action ends with a disconnect, a response or
 *     a timeout
 */
record AbuseMeasured(Abuse abuse, Side quiet, Side abused, double actionsPerSecond) {
    /**
     * @param readP99Millis p99 latency of the clients' reads
     * @param writeP99Millis p99 latency of the clients' writes
     * @param cpuMillisPerSecond CPU time of the node in each second
     */
    record Side(double readP99Millis, double writeP99Millis, double cpuMillisPerSecond) {
        static Side of(Latencies latencies, double cpuMillisPerSecond) {
            return new Side(latencies.readP99Millis(), latencies.writeP99Millis(), cpuMillisPerSecond);
        }
    }

    /** The CPU time that the abuse costs the node in each second. */
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
