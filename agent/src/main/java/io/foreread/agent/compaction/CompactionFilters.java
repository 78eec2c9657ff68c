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
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.cassandra.cache.KeyCacheKey;
import org.jspecify.annotations.Nullable;

/**
 * The filters of the compactions that are running. A filter ends with the operation of its thread, and if the end of the
 * operation is not observed, when Cassandra has dropped the transaction. Thread-safe.
 */
final class CompactionFilters implements KeyCacheObserver {
    /** More compactions than a node runs at a time. Those that exceed it have no filter. */
    private static final int MAX_COMPACTIONS = 64;
    /**
     * A thread that was inside an insertion when the insertion was woven completes it with the original code. No filter is
     * built until this time has passed, in which such a thread has left.
     */
    private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final InputRecorder recorder;
    private final FilterMemory memory;
    private final LongSupplier clockNanos = System::nanoTime;
    /** Replaced by each change, so that a thread that inserts a key needs no lock. */
    private volatile FilteredCompaction[] running = {};

    /** Whether the hook of insertions was applied at the last check. */
    private volatile boolean applied;

    private volatile long nextCheckNanos = clockNanos.getAsLong();
    private volatile long settledNanos;

    CompactionFilters(InputRecorder recorder) {
        this.recorder = recorder;
        memory = new FilterMemory(recorder);
        // An attach has woven the hook before.
        insertionsAreObserved();
    }

    /** @see io.foreread.agent.resident.dispatch.CompactionInputs#inputsToLookUp */
    boolean mayBeCached(Object transaction, Set<?> inputs, ByteBuffer key, String hook) {
        FilteredCompaction compaction = find(transaction);
        if (compaction == null) compaction = start(transaction, inputs, hook);
        if (compaction == null || !compaction.covers(inputs.size())) return true;
        return compaction.filter().mayContain(key, inputs.size());
    }

    private @Nullable FilteredCompaction find(Object transaction) {
        for (FilteredCompaction compaction : running) if (compaction.isOf(transaction)) return compaction;
        return null;
    }

    private @Nullable FilteredCompaction start(Object transaction, Set<?> inputs, String hook) {
        HookSwitch hookSwitch = HookSwitch.of(hook);
        if (!hookSwitch.on || !insertionsAreObserved()) return null;
        removeIf(FilteredCompaction::isForgotten);
        FilteredCompaction compaction = new FilteredCompaction(
                transaction, inputs, hookSwitch, keys -> new KeyFilter(keys, clockNanos, memory, recorder));
        return add(compaction) ? compaction : null;
    }

    private boolean insertionsAreObserved() {
        if (!KeyCacheProbe.isSwitchedOn()) return false;
        long now = clockNanos.getAsLong();
        if (applied) return now - settledNanos >= 0;
        if (now - nextCheckNanos < 0) return false;
        nextCheckNanos = now + CHECK_NANOS;
        settledNanos = now + SETTLING_NANOS;
        applied = Recorders.HOOKS.statuses().stream()
                .anyMatch(status ->
                        status.hook().equals(HookNames.INSTRUMENTING_CACHE) && status.state() == State.APPLIED);
        return false;
    }

    private synchronized boolean add(FilteredCompaction compaction) {
        FilteredCompaction[] before = running;
        if (before.length >= MAX_COMPACTIONS) return false;
        FilteredCompaction[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = compaction;
        running = after;
        return true;
    }

    private synchronized void removeIf(Predicate<FilteredCompaction> ended) {
        List<FilteredCompaction> rest = new ArrayList<>();
        for (FilteredCompaction compaction : running) {
            if (ended.test(compaction)) compaction.filter().close();
            else rest.add(compaction);
        }
        if (rest.size() < running.length) running = rest.toArray(new FilteredCompaction[0]);
    }

    @Override
    public void cached(KeyCacheKey key) {
        for (FilteredCompaction compaction : running) compaction.cached(key);
    }

    @Override
    public void lost() {
        for (FilteredCompaction compaction : running) {
            compaction.filter().lose();
            recorder.filterLost();
        }
    }

    @Override
    public void operationEnds() {
        if (running.length > 0) removeIf(FilteredCompaction::isOfThisThread);
    }
}
