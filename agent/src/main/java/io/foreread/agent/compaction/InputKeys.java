package io.foreread.agent.compaction;

import java.util.Iterator;
import java.util.Set;
import org.apache.cassandra.cache.AutoSavingCache;
import org.apache.cassandra.cache.KeyCacheKey;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.service.CacheService;

/** The keys of some sstables in the key cache of this node. Immutable. */
final class InputKeys implements CachedKeys {
    private final Set<Descriptor> inputs;

    InputKeys(Set<Descriptor> inputs) {
        this.inputs = inputs;
    }

    @Override
    public long cacheSize() {
        return CacheService.instance.keyCache.size();
    }

    @Override
    public void addTo(KeySet keys) {
        AutoSavingCache<KeyCacheKey, ?> cache = CacheService.instance.keyCache;
        Iterator<KeyCacheKey> cached = cache.keyIterator();
        while (cached.hasNext() && !keys.isFull()) {
            KeyCacheKey key = cached.next();
            if (contains(key)) keys.add(KeyHash.of(key.key));
        }
    }

    boolean contains(KeyCacheKey key) {
        return inputs.contains(key.desc);
    }
}
