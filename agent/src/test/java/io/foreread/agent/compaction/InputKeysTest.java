package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.cassandra.cache.AutoSavingCache;
import org.apache.cassandra.cache.InstrumentingCache;
import org.junit.jupiter.api.Test;

class InputKeysTest {
    private static class OverridingPut extends InstrumentingCache<String, String> {
        OverridingPut() {
            super("", null);
        }

        @Override
        public void put(String key, String value) {
            throw new UnsupportedOperationException();
        }
    }

    private static class OverridingPutIfAbsent extends InstrumentingCache<String, String> {
        OverridingPutIfAbsent() {
            super("", null);
        }

        @Override
        public boolean putIfAbsent(String key, String value) {
            throw new UnsupportedOperationException();
        }
    }

    private static class Subclass extends OverridingPut {}

    @Test
    void theKeyCacheOfTheReleaseInsertsByWovenMethods() throws NoSuchMethodException {
        assertThat(InputKeys.insertsByInheritedMethods(AutoSavingCache.class)).isTrue();
    }

    /** Keys that such a cache inserts are possibly not observed. */
    @Test
    void aCacheWithMethodsOfItsOwnIsRecognized() throws NoSuchMethodException {
        assertThat(InputKeys.insertsByInheritedMethods(OverridingPut.class)).isFalse();
        assertThat(InputKeys.insertsByInheritedMethods(OverridingPutIfAbsent.class))
                .isFalse();
        assertThat(InputKeys.insertsByInheritedMethods(Subclass.class)).isFalse();
    }
}
