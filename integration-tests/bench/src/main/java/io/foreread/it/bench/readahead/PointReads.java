package io.foreread.it.bench.readahead;

import io.foreread.it.bench.reads.RequestTotals;

/**
 * The results of point reads.
 *
 * @param requests successful requests
 * @param failed failed requests, which are not part of the latencies
 * @param deviceReadsPerRequest reads of the device for any reason, divided by the successful requests
 * @param bytesPerRequest bytes that the device read for any reason, divided by the successful requests
 */
record PointReads(
        int requests,
        long failed,
        double p50Millis,
        double p99Millis,
        double p999Millis,
        double deviceReadsPerRequest,
        double bytesPerRequest) {
    static PointReads of(RequestTotals totals) {
        return new PointReads(
                totals.requests(),
                totals.failed(),
                totals.quantileMillis(0.5),
                totals.quantileMillis(0.99),
                totals.quantileMillis(0.999),
                totals.deviceReadsPerRequest(),
                totals.bytesPerRequest());
    }
}
