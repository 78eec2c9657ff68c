package io.foreread.exporter.recorder;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Records what compactions of many sstables leave out. Thread-safe. Allocates nothing after construction. */
public final class InputRecorder {
    private final LongAdder lookupsMade = new LongAdder();
    private final LongAdder lookupsSkipped = new LongAdder();
    private final LongAdder filterBuilds = new LongAdder();
    private final LongAdder filterBuildNanos = new LongAdder();
    private final LongAdder filtersLost = new LongAdder();
    private final LongAdder emptyInputsSkipped = new LongAdder();
    private final LongAdder sumsMade = new LongAdder();
    private final LongAdder sumsReused = new LongAdder();
    private final AtomicLong filterBytes = new AtomicLong();

    /** @param lookups the number of inputs; an upper bound, because a compaction ends its lookups when one finds the key */
    public void lookupsMade(int lookups) {
        lookupsMade.add(lookups);
    }

    public void lookupsSkipped(int lookups) {
        lookupsSkipped.add(lookups);
    }

    /** @param nanos the duration of a step of a scan, in which the compaction waited */
    public void filterScanned(long nanos) {
        filterBuildNanos.add(nanos);
    }

    /** A scan has ended, and its filter is complete. */
    public void filterBuilt() {
        filterBuilds.increment();
    }

    /** @param filters the number of filters that are not used any more, because a key is possibly missing */
    public void filtersLost(int filters) {
        filtersLost.add(filters);
    }

    public void emptyInputsSkipped(int inputs) {
        emptyInputsSkipped.add(inputs);
    }

    /** A compaction has summed the bytes that its scanners have read. */
    public void sumMade() {
        sumsMade.increment();
    }

    public void sumReused() {
        sumsReused.increment();
    }

    /** @param change bytes that a filter has allocated, or released if negative */
    public void filterBytesChanged(long change) {
        filterBytes.addAndGet(change);
    }

    public long lookupsMade() {
        return lookupsMade.sum();
    }

    public long lookupsSkipped() {
        return lookupsSkipped.sum();
    }

    public long filterBuilds() {
        return filterBuilds.sum();
    }

    public long filterBuildNanos() {
        return filterBuildNanos.sum();
    }

    public long filtersLost() {
        return filtersLost.sum();
    }

    public long emptyInputsSkipped() {
        return emptyInputsSkipped.sum();
    }

    public long sumsMade() {
        return sumsMade.sum();
    }

    public long sumsReused() {
        return sumsReused.sum();
    }

    public long filterBytes() {
        return filterBytes.get();
    }
}
