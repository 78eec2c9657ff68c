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
 * Decides for woven code which inputs a compaction can leave out. After any failure it uses all of them, as Cassandra does.
 * Thread-safe.
 */
public final class AttachedCompactionInputs implements CompactionInputs {
    /** With fewer inputs, nothing is gained. */
    static final int MIN_INPUTS = 8;

    private final ReadAhead switches = ReadAhead.instance();
    private final InputRecorder recorder = Recorders.INPUTS;
    private final CompactionFilters filters = new CompactionFilters(recorder);

    /** Observes the key cache from now on. */
    public AttachedCompactionInputs() {
        KeyCacheProbe.observer(filters);
    }

    @Override
    public <T> Set<T> inputsToLookUp(Object transaction, Set<T> inputs, ByteBuffer key, String hook) {
        int count = inputs.size();
        if (count < MIN_INPUTS) return inputs;
        boolean mayBeCached = true;
        try {
            if (switches.enabled() && switches.filterKeyCache())
                mayBeCached = filters.mayBeCached(transaction, inputs, key, hook);
            else filters.operationEnds();
        } catch (Throwable e) {
            failed(e);
        }
        if (mayBeCached) recorder.lookupsMade(count);
        else recorder.lookupsSkipped(count);
        return mayBeCached ? inputs : Collections.emptySet();
    }

    @Override
    public <T> List<T> inputsToMerge(List<T> inputs, String hook) {
        if (inputs.size() < MIN_INPUTS) return inputs;
        try {
            if (!switches.enabled() || !switches.skipEmptyInputs() || !HookSwitch.of(hook).on) return inputs;
            List<T> rest = EmptyInputs.without(inputs);
            recorder.emptyInputsSkipped(inputs.size() - rest.size());
            return rest;
        } catch (Throwable e) {
            failed(e);
            return inputs;
        }
    }

    /** A filter can be left in any state, so that none is used any more. */
    private void failed(Throwable e) {
        filters.lost();
        ProbeFailures.count(e);
    }
}
