package io.foreread.it.bench.reads;

import io.foreread.it.bench.load.RequestTimes;
import io.foreread.it.fixture.DeviceStats;

/**
 * Requests of one kind.
 *
 * @param failed requests without an answer, which are in none of the times
 * @param bytesPerRequest that the device read meanwhile, for any reason
 */
record Phase(double p50Millis, double p99Millis, double p999Millis, long failed, double bytesPerRequest) {
    static Phase of(RequestTimes times, long failed, DeviceStats.Reads reads) {
        if (times.count() == 0) throw new IllegalStateException("not one request was answered");
        return new Phase(
                times.quantileMillis(0.5),
                times.quantileMillis(0.99),
                times.quantileMillis(0.999),
                failed,
                (double) reads.readBytes() / times.count());
    }
}
