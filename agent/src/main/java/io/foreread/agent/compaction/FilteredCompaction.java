package io.foreread.agent.compaction;

import io.foreread.agent.probe.HookSwitch;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.cassandra.cache.KeyCacheKey;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;

/** The filter of a running compaction. */
final class FilteredCompaction {
    private final WeakReference<Object> transaction;
    private final Thread thread;
    private final HookSwitch hookSwitch;
    private final InputKeys inputs;
    private final int inputCount;
    private final KeyFilter filter;

    /** @param transaction the object by which Cassandra's writers know the compaction; compared by identity */
    FilteredCompaction(
            Object transaction, Set<?> sstables, HookSwitch hookSwitch, Function<CachedKeys, KeyFilter> filter) {
        this.transaction = new WeakReference<>(transaction);
        this.thread = Thread.currentThread();
        this.hookSwitch = hookSwitch;
        Set<Descriptor> descriptors = new HashSet<>();
        for (Object sstable : sstables) descriptors.add(((SSTableReader) sstable).descriptor);
        inputs = new InputKeys(descriptors);
        inputCount = sstables.size();
        this.filter = filter.apply(inputs);
    }

    boolean isOf(Object other) {
        return transaction.get() == other && thread == Thread.currentThread();
    }

    boolean isOfThisThread() {
        return thread == Thread.currentThread();
    }

    /** Returns whether Cassandra no longer has the transaction. */
    boolean isForgotten() {
        return transaction.get() == null;
    }

    KeyFilter filter() {
        return filter;
    }

    /**
     * Returns whether the filter is that of these inputs. A transaction can give inputs away, but gets no others.
     *
     * @param count the number of inputs
     */
    boolean covers(int count) {
        return hookSwitch.on && count <= inputCount;
    }

    void cached(KeyCacheKey key) {
        if (inputs.contains(key)) filter.add(KeyHash.of(key.key));
    }
}
