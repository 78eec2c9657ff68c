package io.foreread.it.bench.reads;

import io.foreread.it.bench.load.RequestTimes;
import io.foreread.it.fixture.DeviceStats;
import java.util.concurrent.atomic.LongAdder;

/** The latencies and device reads of all requests of one kind, which can be sent in several periods. Thread-safe. */
public final class RequestTotals {
    private final RequestTimes times = new RequestTimes();
    private final LongAdder failed = new LongAdder();
    private final LongAdder deviceReads = new LongAdder();
    private final LongAdder deviceBytes = new LongAdder();

    /** Adds a successful request. */
    void add(long nanos) {
        times.add(nanos);
    }

    /** Counts a failed request, which has no latency. */
    void addFailed() {
        failed.increment();
    }

    /** Adds what the device read during a period, for any reason. */
    void add(DeviceStats.Reads reads) {
        deviceReads.add(reads.reads());
        deviceBytes.add(reads.readBytes());
    }

    /** @param quantile such as 0.99 */
    public double quantileMillis(double quantile) {
        return times.quantileMillis(quantile);
    }

    /**
     * The number of successful requests.
     *
     * @throws IllegalStateException if there is none
     */
    public int requests() {
        if (times.count() == 0) throw new IllegalStateException("no request was answered");
        return times.count();
    }

    public long failed() {
        return failed.sum();
    }

    /** The device reads for each successful request. */
    public double deviceReadsPerRequest() {
        return deviceReads.doubleValue() / requests();
    }

    /** The bytes that the device read for each successful request. */
    public double bytesPerRequest() {
        return deviceBytes.doubleValue() / requests();
    }
}
