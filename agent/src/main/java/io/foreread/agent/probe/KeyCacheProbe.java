package io.foreread.agent.probe;

import org.apache.cassandra.cache.KeyCacheKey;
import org.jspecify.annotations.Nullable;

/** Passes insertions into the key cache to an observer. Thread-safe. */
public final class KeyCacheProbe {
    private static final HookSwitch SWITCH = HookSwitch.of(HookNames.INSTRUMENTING_CACHE);

    private static volatile @Nullable KeyCacheObserver observer;

    private KeyCacheProbe() {}

    /** Replaces the observer. */
    public static void observer(KeyCacheObserver next) {
        observer = next;
    }

    /** Returns whether the hook is switched on. */
    public static boolean isSwitchedOn() {
        return SWITCH.on;
    }

    /** @param key of any cache */
    public static void cached(Object key) {
        KeyCacheObserver current = observer;
        if (current == null || !(key instanceof KeyCacheKey)) return;
        if (SWITCH.on) current.cached((KeyCacheKey) key);
        else current.lost();
    }

    /** A probe has failed, possibly {@link #cached}. */
    public static void lost() {
        KeyCacheObserver current = observer;
        if (current != null) current.lost();
    }

    /** A compaction-like operation of the current thread has ended. */
    public static void operationEnds() {
        KeyCacheObserver current = observer;
        if (current != null) current.operationEnds();
    }
}
