package io.foreread.agent.compaction;

import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A key cache, whose keys are numbers, and in which a key is inserted as in woven code: first into the cache. */
final class CacheModel implements CachedKeys {
    final Set<Integer> cached = ConcurrentHashMap.newKeySet();
    int scans;
    /** Runs in the middle of each scan. */
    Runnable duringScan = () -> {};

    void insert(int key, KeyFilter filter) {
        cached.add(key);
        filter.add(hash(key));
    }

    @Override
    public long cacheSize() {
        return cached.size();
    }

    @Override
    public void addTo(KeySet keys) {
        scans++;
        int visited = 0;
        for (int key : cached) {
            if (visited++ == cached.size() / 2) duringScan.run();
            if (keys.isFull()) return;
            keys.add(hash(key));
        }
    }

    static ByteBuffer key(int number) {
        return ByteBuffer.allocate(4).putInt(0, number);
    }

    private static long hash(int key) {
        return KeyHash.of(key(key));
    }
}
