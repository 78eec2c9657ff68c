package io.foreread.agent.compaction;

/** The keys that are in the key cache for the inputs of a compaction. */
interface CachedKeys {
    /** Returns the number of keys in the cache, including those of other sstables. Scanning the cache visits all of them. */
    long cacheSize();

    /**
     * Adds all keys of the inputs that were in the cache when the call began and have not been evicted since. It may end
     * early when the set is full.
     */
    void addTo(KeySet keys);
}
