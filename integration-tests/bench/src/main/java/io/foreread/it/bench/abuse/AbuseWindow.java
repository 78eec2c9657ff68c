package io.foreread.it.bench.abuse;

import io.foreread.it.bench.load.RequestLatency;

/**
 * What was measured in one window.
 *
 * @param latency latencies of the requests of the node's clients
 * @param cpuMillisPerSecond CPU time of the node in each second
 * @param actions completed actions of all abusers; an action ends with a disconnect, a response or a timeout
 */
record AbuseWindow(RequestLatency latency, double cpuMillisPerSecond, long actions) {}
