package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/**
 * Observes insertions into the key cache. The filters of key cache lookups are complete only if no insertion is missed. A
 * release whose class inserts in another way, by a method that Foreread does not know, does not have the landmark.
 */
public final class InstrumentingCacheHook extends Hook {
    public InstrumentingCacheHook() {
        super(
                HookNames.INSTRUMENTING_CACHE,
                "org.apache.cassandra.cache.InstrumentingCache",
                "all",
                AdviceWeave.of("put", "(Ljava/lang/Object;Ljava/lang/Object;)V", "CacheInsertionAdvice"),
                AdviceWeave.of("putIfAbsent", "(Ljava/lang/Object;Ljava/lang/Object;)Z", "CacheInsertionAdvice"),
                KnownCalls.of(
                        "org/apache/cassandra/cache/ICache",
                        "put",
                        "putIfAbsent",
                        // Replaces the value of a key that has been inserted before.
                        "replace",
                        "get",
                        "remove",
                        "capacity",
                        "setCapacity",
                        "size",
                        "weightedSize",
                        "clear",
                        "keyIterator",
                        "hotKeyIterator",
                        "containsKey"));
    }
}
