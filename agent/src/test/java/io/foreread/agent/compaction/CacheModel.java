package io.foreread.agent.compaction;

import java.io.File;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cassandra.cache.KeyCacheKey;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.utils.Pair;

/** A key cache, whose keys are numbers, and in which a key is inserted as in woven code: first into the cache. */
final class CacheModel implements CachedKeys {
    /** The generation of the only input. */
    static final int INPUT = 1;

    final Set<Integer> cached = ConcurrentHashMap.newKeySet();
    int scans;
    int visited;
    /** Runs after each key was taken from the scan, and before the scan returns it. */
    Runnable duringVisit = () -> {};

    void insert(int key, KeyFilter filter) {
        cached.add(key);
        filter.add(hash(key));
    }

    @Override
    public long cacheSize() {
        return cached.size();
    }

    @Override
    public PrimitiveIterator.OfLong scan() {
        scans++;
        Iterator<Integer> keys = cached.iterator();
        return new PrimitiveIterator.OfLong() {
            @Override
            public boolean hasNext() {
                return keys.hasNext();
            }

            @Override
            public long nextLong() {
                int key = keys.next();
                visited++;
                duringVisit.run();
                return hash(key);
            }
        };
    }

    @Override
    public boolean contains(KeyCacheKey key) {
        return key.desc.generation == INPUT;
    }

    static ByteBuffer key(int number) {
        return ByteBuffer.allocate(4).putInt(0, number);
    }

    static KeyCacheKey cacheKey(int generation, int number) {
        return new KeyCacheKey(
                Pair.create("ks", "t"), new Descriptor(new File("/data"), "ks", "t", generation), key(number));
    }

    private static long hash(int key) {
        return KeyHash.of(key(key));
    }
}
