package io.foreread.agent.hook;

import io.foreread.agent.probe.HookNames;

/**
 * Observes insertions into the key cache. The filters of key cache lookups are complete only if no insertion is missed. A
 * release whose class can insert in another way than the known releases does not have the landmark.
 */
public final class InstrumentingCacheHook extends Hook {
    public InstrumentingCacheHook() {
        super(
                HookNames.INSTRUMENTING_CACHE,
                "org.apache.cassandra.cache.InstrumentingCache",
                "all",
                AdviceWeave.of("put", "(Ljava/lang/Object;Ljava/lang/Object;)V", "CacheInsertionAdvice"),
                AdviceWeave.of("putIfAbsent", "(Ljava/lang/Object;Ljava/lang/Object;)Z", "CacheInsertionAdvice"),
                KnownCalls.of("org/apache/cassandra/cache/ICache")
                        .withFields("Ljava/lang/String;", "Lorg/apache/cassandra/metrics/CacheMetrics;")
                        .inMethods(
                                "<init>",
                                "put",
                                "putIfAbsent",
                                "replace",
                                "get",
                                "getInternal",
                                "remove",
                                "getCapacity",
                                "setCapacity",
                                "size",
                                "weightedSize",
                                "clear",
                                "keyIterator",
                                "hotKeyIterator",
                                "containsKey",
                                "getMetrics")
                        .calling(
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
                                "containsKey")
                        .callingOnce("put", "putIfAbsent"));
    }
}
