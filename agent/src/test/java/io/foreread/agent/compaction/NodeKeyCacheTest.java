package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.HookNames;
import io.foreread.agent.probe.HookSwitch;
import io.foreread.exporter.recorder.HookStatus;
import io.foreread.exporter.recorder.HookStatus.State;
import io.foreread.exporter.recorder.InputRecorder;
import io.foreread.exporter.recorder.Recorders;
import java.util.PrimitiveIterator;
import java.util.Set;
import org.apache.cassandra.cache.KeyCacheKey;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.RowIndexEntry;
import org.apache.cassandra.service.CacheService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Uses Cassandra's key cache and the state of the hook that observes it. */
class NodeKeyCacheTest {
    private static final int KEY = 7;

    private final CompactionFilters filters = new CompactionFilters(new InputRecorder());

    @BeforeAll
    static void configureCassandra() {
        DatabaseDescriptor.clientInitialization();
    }

    @AfterEach
    void restoreTheDefaults() {
        HookSwitch.of(HookNames.INSTRUMENTING_CACHE).on = true;
        hookIs(State.WAITING);
        CacheService.instance.keyCache.clear();
    }

    @Test
    void keysOfOtherSstablesAreRecognized() throws NoSuchMethodException {
        KeyCacheKey key = CacheModel.cacheKey(CacheModel.INPUT, KEY);
        CacheService.instance.keyCache.setCapacity(1 << 20);
        CacheService.instance.keyCache.put(key, new RowIndexEntry<>(0));
        InputKeys ofNone = InputKeys.of(Set.of());
        assertThat(ofNone.cacheSize()).isOne();
        assertThat(ofNone.contains(key)).isFalse();
        PrimitiveIterator.OfLong scan = ofNone.scan();
        assertThat(scan.hasNext()).isTrue();
        assertThat(scan.nextLong()).isEqualTo(CachedKeys.OF_OTHER_SSTABLE);
        assertThat(scan.hasNext()).isFalse();
    }

    @Test
    void filtersAreUsedOnlyWhileTheHookOfTheKeyCacheIsAppliedAndOn() throws NoSuchMethodException {
        hookIs(State.APPLIED);
        Awaitility.await().until(() -> !mayBeCached());
        hookIs(State.FAILED);
        assertThat(mayBeCached()).isTrue();
        hookIs(State.APPLIED);
        Awaitility.await().until(() -> !mayBeCached());
        HookSwitch.of(HookNames.INSTRUMENTING_CACHE).on = false;
        assertThat(mayBeCached()).isTrue();
    }

    private static void hookIs(State state) {
        Recorders.HOOKS.set(new HookStatus(HookNames.INSTRUMENTING_CACHE, state, ""));
    }

    /** Uses a new transaction, because a filter that exists is used without the check. */
    private boolean mayBeCached() throws NoSuchMethodException {
        return filters.mayBeCached(new Object(), Set.of(), CacheModel.key(KEY), "a-hook-of-the-key-cache");
    }
}
