package io.foreread.agent.compaction;

import java.util.HashSet;
import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.Set;
import org.apache.cassandra.cache.InstrumentingCache;
import org.apache.cassandra.cache.KeyCacheKey;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.service.CacheService;
import org.jspecify.annotations.Nullable;

/** The keys of some sstables in the key cache of this node. Immutable. */
final class InputKeys implements CachedKeys {
    private final Set<Descriptor> inputs = new HashSet<>();

    private InputKeys(Set<?> sstables) {
        for (Object sstable : sstables) inputs.add(((SSTableReader) sstable).descriptor);
    }

    /**
     * @param sstables of type SSTableReader
     * @return null if the class of the key cache inserts keys by methods of its own, which are not observed
     */
    static @Nullable InputKeys of(Set<?> sstables) throws NoSuchMethodException {
        return insertsByInheritedMethods(CacheService.instance.keyCache.getClass()) ? new InputKeys(sstables) : null;
    }

    /** @param cache a subclass of {@code InstrumentingCache}, whose methods are woven */
    static boolean insertsByInheritedMethods(Class<?> cache) throws NoSuchMethodException {
        for (String name : new String[] {"put", "putIfAbsent"})
            if (cache.getMethod(name, Object.class, Object.class).getDeclaringClass() != InstrumentingCache.class)
                return false;
        return true;
    }

    @Override
    public long cacheSize() {
        return CacheService.instance.keyCache.size();
    }

    @Override
    public PrimitiveIterator.OfLong scan() {
        Iterator<KeyCacheKey> cached = CacheService.instance.keyCache.keyIterator();
        return new PrimitiveIterator.OfLong() {
            @Override
            public boolean hasNext() {
                return cached.hasNext();
            }

            @Override
            public long nextLong() {
                KeyCacheKey key = cached.next();
                return contains(key) ? KeyHash.of(key.key) : OF_OTHER_SSTABLE;
            }
        };
    }

    @Override
    public boolean contains(KeyCacheKey key) {
        return inputs.contains(key.desc);
    }
}
