package io.foreread.it.bench.reads;

import io.foreread.it.bench.load.RequestTimes;
import io.foreread.it.fixture.DeviceStats;

/**
 * The results of a phase of a turn, in which clients send requests of one kind.
 *
 * @param failed failed requests, which are not part of the latencies
 * @param bytesPerRequest bytes that the device read during the phase for any reason, divided by the successful requests
 */
record Phase(double p50Millis, double p99Millis, double p999Millis, long failed, double bytesPerRequest) {
    static Phase of(RequestTimes times, long failed, DeviceStats.Reads reads) {
        if (times.count() == 0) throw new IllegalStateException("no request was answered");
        return new Phase(
                times.quantileMillis(0.5),
                times.quantileMillis(0.99),
                times.quantileMillis(0.999),
                failed,
                (double) reads.readBytes() / times.count());
    }
}
