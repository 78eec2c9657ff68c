package io.foreread.agent.compaction;

import java.util.PrimitiveIterator;
import org.apache.cassandra.cache.KeyCacheKey;

/** The keys that are in the key cache for the inputs of a compaction. */
interface CachedKeys {
    /** Returned by a scan for a key of another sstable. No key has this hash. */
    long OF_OTHER_SSTABLE = 0;

    /** Returns the number of keys in the cache, including those of other sstables. */
    long cacheSize();

    /**
     * Begins a scan of the cache. It visits every key that is in the cache when the scan begins and is not evicted before it
     * ends, and can visit others. Each step visits one key and returns its hash, or {@link #OF_OTHER_SSTABLE}. Any time
     * can pass between steps.
     */
    PrimitiveIterator.OfLong scan();

    /** Returns whether the key is that of an input. */
    boolean contains(KeyCacheKey key);
}
