package io.foreread.agent.compaction;

import io.foreread.agent.probe.HookSwitch;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import org.apache.cassandra.cache.KeyCacheKey;

/** The filter of a running compaction. The compaction's thread calls {@link #mayBeCached}; the rest is thread-safe. */
final class FilteredCompaction {
    private final WeakReference<Object> transaction;
    private final Thread thread = Thread.currentThread();
    private final HookSwitch hookSwitch;
    private final CachedKeys inputs;
    private final int inputCount;
    private final KeyFilter filter;

    /**
     * @param transaction the object by which Cassandra's writers know the compaction; compared by identity
     * @param inputCount the number of inputs when the transaction began
     */
    FilteredCompaction(Object transaction, HookSwitch hookSwitch, CachedKeys inputs, int inputCount, KeyFilter filter) {
        this.transaction = new WeakReference<>(transaction);
        this.hookSwitch = hookSwitch;
        this.inputs = inputs;
        this.inputCount = inputCount;
        this.filter = filter;
    }

    boolean isOf(Object other) {
        return transaction.get() == other && isOfThisThread();
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
     * Every key may be cached while the hook is switched off. The filter is that of the inputs at the beginning. A
     * transaction can give inputs away, but gets no others.
     *
     * @param count the number of inputs
     */
    boolean mayBeCached(ByteBuffer key, int count) {
        if (hookSwitch.on && count <= inputCount) return filter.mayContain(key, count);
        filter.release();
        return true;
    }

    void cached(KeyCacheKey key) {
        if (inputs.contains(key)) filter.add(KeyHash.of(key.key));
    }
}
