package io.foreread.agent.compaction;

import io.foreread.agent.probe.HookNames;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.probe.KeyCacheObserver;
import io.foreread.agent.probe.KeyCacheProbe;
import io.foreread.exporter.recorder.HookStatus.State;
import io.foreread.exporter.recorder.InputRecorder;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.cassandra.cache.KeyCacheKey;
import org.jspecify.annotations.Nullable;

/**
 * The filters of the compactions that are running. A filter ends with the operation of its thread, and if the end of the
 * operation is not observed, when Cassandra has dropped the transaction and another compaction begins or ends. Thread-safe.
 */
final class CompactionFilters implements KeyCacheObserver {
    /** More compactions than a node runs at a time. Those that exceed it have no filter. */
    static final int MAX_COMPACTIONS = 64;

    /**
     * A thread that was inside an insertion when the insertion was woven completes it with the original code. No filter is
     * built until this time has passed, in which such a thread has left.
     */
    static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** If a compaction gets no filter, none is tried again before this time has passed: it asks once per partition. */
    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The same after an exception, with which all filters are lost. */
    static final long FAILURE_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Finds the cached keys of the inputs of a compaction. */
    interface KeysOfInputs {
        /** @return null if insertions into this cache are not observed */
        @Nullable
        CachedKeys of(Set<?> inputs) throws NoSuchMethodException;
    }

    private final InputRecorder recorder;
    private final FilterMemory memory;
    private final LongSupplier clockNanos;
    private final BooleanSupplier insertionsAreObserved;
    private final KeysOfInputs keysOfInputs;
    /** Replaced by each change, so that a thread that inserts a key needs no lock. */
    private volatile FilteredCompaction[] running = {};

    private volatile long nextStartNanos;
    /** Whether insertions were observed at the last check. */
    private boolean observed;

    private long settledNanos;

    CompactionFilters(InputRecorder recorder) {
        this(recorder, System::nanoTime, CompactionFilters::insertionsAreObserved, InputKeys::of);
    }

    /**
     * @param clockNanos such as {@code System::nanoTime}
     * @param insertionsAreObserved whether {@link #cached} or {@link #lost} is called for each insertion
     */
    CompactionFilters(
            InputRecorder recorder,
            LongSupplier clockNanos,
            BooleanSupplier insertionsAreObserved,
            KeysOfInputs keysOfInputs) {
        this.recorder = recorder;
        this.clockNanos = clockNanos;
        this.insertionsAreObserved = insertionsAreObserved;
        this.keysOfInputs = keysOfInputs;
        memory = new FilterMemory(recorder);
        nextStartNanos = clockNanos.getAsLong();
        // The settling time can begin now, because an attach has woven the hook already.
        isSettled(nextStartNanos);
    }

    private static boolean insertionsAreObserved() {
        return KeyCacheProbe.isSwitchedOn()
                && Recorders.HOOKS.statuses().stream()
                        .anyMatch(status ->
                                status.hook().equals(HookNames.INSTRUMENTING_CACHE) && status.state() == State.APPLIED);
    }

    /** @see io.foreread.agent.resident.dispatch.CompactionInputs#inputsToLookUp */
    boolean mayBeCached(Object transaction, Set<?> inputs, ByteBuffer key, String hook) throws NoSuchMethodException {
        FilteredCompaction compaction = find(transaction);
        if (compaction == null) compaction = start(transaction, inputs, hook);
        return compaction == null || compaction.mayBeCached(key, inputs.size());
    }

    private @Nullable FilteredCompaction find(Object transaction) {
        for (FilteredCompaction compaction : running) if (compaction.isOf(transaction)) return compaction;
        return null;
    }

    private @Nullable FilteredCompaction start(Object transaction, Set<?> inputs, String hook)
            throws NoSuchMethodException {
        long now = clockNanos.getAsLong();
        if (now - nextStartNanos < 0) return null;
        synchronized (this) {
            nextStartNanos = now + RETRY_NANOS;
            removeIf(FilteredCompaction::isForgotten);
            HookSwitch hookSwitch = HookSwitch.of(hook);
            if (running.length >= MAX_COMPACTIONS || !hookSwitch.on || !isSettled(now)) return null;
            // If this throws, the pause remains.
            nextStartNanos = now + FAILURE_PAUSE_NANOS;
            CachedKeys keys = keysOfInputs.of(inputs);
            nextStartNanos = now + RETRY_NANOS;
            if (keys == null) return null;
            KeyFilter filter = new KeyFilter(keys, clockNanos, memory, recorder);
            FilteredCompaction started = new FilteredCompaction(transaction, hookSwitch, keys, inputs.size(), filter);
            FilteredCompaction[] after = Arrays.copyOf(running, running.length + 1);
            after[after.length - 1] = started;
            running = after;
            nextStartNanos = now;
            return started;
        }
    }

    /** The state of the hook is read each time: weaving can fail after it was recorded as applied. */
    private synchronized boolean isSettled(long now) {
        boolean before = observed;
        observed = insertionsAreObserved.getAsBoolean();
        if (observed && !before) settledNanos = now + SETTLING_NANOS;
        return observed && now - settledNanos >= 0;
    }

    private synchronized void removeIf(Predicate<FilteredCompaction> ended) {
        // A compaction whose filter is switched off asks once per partition.
        if (Arrays.stream(running).noneMatch(ended)) return;
        List<FilteredCompaction> rest = new ArrayList<>();
        for (FilteredCompaction compaction : running) {
            if (ended.test(compaction)) compaction.filter().close();
            else rest.add(compaction);
        }
        running = rest.toArray(new FilteredCompaction[0]);
    }

    @Override
    public void cached(KeyCacheKey key) {
        for (FilteredCompaction compaction : running) compaction.cached(key);
    }

    @Override
    public void lost() {
        int count = 0;
        for (FilteredCompaction compaction : running) if (compaction.filter().lose()) count++;
        // After all of them are lost, because it fails if it needs memory and there is none.
        recorder.filtersLost(count);
    }

    @Override
    public void operationEnds() {
        if (running.length > 0) removeIf(one -> one.isOfThisThread() || one.isForgotten());
    }
}
