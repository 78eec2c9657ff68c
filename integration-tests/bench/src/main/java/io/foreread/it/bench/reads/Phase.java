package io.foreread.it.bench.reads;

/**
 * The results of a phase of a turn, in which clients send requests of one kind.
 *
 * @param failed failed requests, which are not part of the latencies
 * @param bytesPerRequest bytes that the device read during the phase for any reason, divided by the successful requests
 */
record Phase(double p50Millis, double p99Millis, double p999Millis, long failed, double bytesPerRequest) {
    static Phase of(RequestTotals totals) {
        return new Phase(
                totals.quantileMillis(0.5),
                totals.quantileMillis(0.99),
                totals.quantileMillis(0.999),
                totals.failed(),
                totals.bytesPerRequest());
    }
}
