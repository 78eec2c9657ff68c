package io.foreread.agent.advice;

import io.foreread.agent.resident.dispatch.ProbeDispatch;
import net.bytebuddy.asm.Advice;

/**
 * Woven into {@code void put(Object, Object)} and {@code boolean putIfAbsent(Object, Object)} of {@code
 * InstrumentingCache}. Passes the key after the insertion. An observer that registers before it reads the cache therefore
 * gets each key from the cache or from this advice.
 */
public final class CacheInsertionAdvice {
    private CacheInsertionAdvice() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    public static void onExit(@Advice.Argument(0) Object key) {
        ProbeDispatch.keyCached(key);
    }
}
