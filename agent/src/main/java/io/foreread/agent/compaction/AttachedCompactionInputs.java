package io.foreread.agent.compaction;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.probe.KeyCacheProbe;
import io.foreread.agent.probe.ProbeFailures;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.agent.resident.dispatch.CompactionInputs;
import io.foreread.exporter.recorder.InputRecorder;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Decides for woven code which inputs a compaction can leave out, and whether it can reuse a sum over all of them. After any
 * failure it uses all of them, as Cassandra does. Thread-safe.
 */
public final class AttachedCompactionInputs implements CompactionInputs {
    /** A compaction spends several microseconds per partition, and a lookup takes about 0.1: few lookups need no filter. */
    static final int MIN_INPUTS = 8;

    /** A scanner takes about 4 ns in a sum, and the decision to reuse a sum about as long as 16 scanners. */
    static final int MIN_SCANNERS = 32;

    private static final HookSwitch MERGES = HookSwitch.of(CompactionHooks.UNFILTERED_ROW_ITERATORS);
    private static final HookSwitch SUMS = HookSwitch.of(CompactionHooks.SCANNER_LIST);

    private final ReadAhead switches = ReadAhead.instance();
    private final InputRecorder recorder = Recorders.INPUTS;
    private final CompactionFilters filters;
    private final ScannedBytes scannedBytes;

    /** Observes the key cache from now on. */
    public AttachedCompactionInputs() {
        this(new CompactionFilters(Recorders.INPUTS), new ScannedBytes(System::nanoTime));
    }

    AttachedCompactionInputs(CompactionFilters filters, ScannedBytes scannedBytes) {
        this.filters = filters;
        this.scannedBytes = scannedBytes;
        KeyCacheProbe.observer(filters);
    }

    @Override
    public <T> Set<T> inputsToLookUp(Object transaction, Set<T> inputs, ByteBuffer key, String hook) {
        int count = inputs.size();
        if (count < MIN_INPUTS) return inputs;
        try {
            boolean mayBeCached = true;
            if (switches.enabled() && switches.filterKeyCache())
                mayBeCached = filters.mayBeCached(transaction, inputs, key, hook);
            else filters.operationEnds();
            if (mayBeCached) {
                recorder.lookupsMade(count);
                return inputs;
            }
            recorder.lookupsSkipped(count);
            return Collections.emptySet();
        } catch (Throwable e) {
            failed(e);
            return inputs;
        }
    }

    @Override
    public <T> List<T> inputsToMerge(List<T> inputs) {
        if (inputs.size() < MIN_INPUTS) return inputs;
        try {
            if (!switches.enabled() || !switches.skipEmptyInputs() || !MERGES.on) return inputs;
            List<T> rest = EmptyInputs.without(inputs);
            recorder.emptyInputsSkipped(inputs.size() - rest.size());
            return rest;
        } catch (Throwable e) {
            count(e);
            return inputs;
        }
    }

    @Override
    public long earlierScannedBytes(List<?> scanners) {
        if (scanners.size() < MIN_SCANNERS) return 0;
        try {
            if (!mayReuseSums()) return 0;
            long bytes = scannedBytes.recent(scanners);
            if (bytes != 0) recorder.sumReused();
            return bytes;
        } catch (Throwable e) {
            count(e);
            return 0;
        }
    }

    @Override
    public void scannedBytesSummed(List<?> scanners, long bytes) {
        if (scanners.size() < MIN_SCANNERS) return;
        try {
            recorder.sumMade();
            if (mayReuseSums()) scannedBytes.summed(scanners, bytes);
        } catch (Throwable e) {
            count(e);
        }
    }

    private boolean mayReuseSums() {
        return switches.enabled() && switches.reuseScannedBytes() && SUMS.on;
    }

    /** A failed lookup can leave a filter in any state, so that none is used any more. */
    private void failed(Throwable e) {
        try {
            filters.lost();
        } catch (Throwable again) {
            // Memory or stack is exhausted. A failed step of a filter is not continued.
        }
        count(e);
    }

    private static void count(Throwable e) {
        try {
            ProbeFailures.count(e);
        } catch (Throwable again) {
            // Memory or stack is exhausted. The failure is not counted.
        }
    }
}
