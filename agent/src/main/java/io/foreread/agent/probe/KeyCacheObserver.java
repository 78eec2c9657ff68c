package io.foreread.agent.probe;

import org.apache.cassandra.cache.KeyCacheKey;

/** Receives the keys that are inserted into the key cache. Thread-safe: every thread that reads sstables calls it. */
public interface KeyCacheObserver {
    /** Called before the insertion of the key returns. */
    void cached(KeyCacheKey key);

    /** A key was possibly inserted without a call of {@link #cached}. */
    void lost();

    /** A compaction-like operation of the current thread has ended. */
    void operationEnds();
}
