package io.foreread.agent.compaction;

import static io.foreread.agent.compaction.CacheModel.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.recorder.InputRecorder;
import org.junit.jupiter.api.Test;

class KeyFilterTest {
    private static final int INPUTS = 10;

    private final InputRecorder recorder = new InputRecorder();
    private final FilterMemory memory = new FilterMemory(recorder);
    private final CacheModel cache = new CacheModel();
    private long nowNanos = 5_000;
    private final KeyFilter filter = new KeyFilter(cache, () -> nowNanos, memory, recorder);

    @Test
    void anEmptyCacheNeedsNoLookupFromTheFirstPartitionOn() {
        assertThat(filter.mayContain(key(1), INPUTS)).isFalse();
        assertThat(filter.mayContain(key(2), INPUTS)).isFalse();
        assertThat(cache.scans).isOne();
    }

    @Test
    void isBuiltAfterAsManyLookupsAsTheCacheHasKeys() {
        for (int key = 0; key < 95; key++) cache.cached.add(key);
        for (int lookup = 0; lookup < 10; lookup++) {
            assertThat(filter.mayContain(key(1000), INPUTS)).isTrue();
            assertThat(cache.scans).isZero();
        }
        assertThat(filter.mayContain(key(1000), INPUTS)).isFalse();
        assertThat(filter.mayContain(key(94), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(recorder.filterBuilds()).isOne();
    }

    @Test
    void containsKeysThatAreInsertedDuringAndAfterTheScan() {
        cache.cached.add(1);
        cache.duringScan = () -> cache.insert(2, filter);
        filter.mayContain(key(9), INPUTS);
        assertThat(filter.mayContain(key(9), INPUTS)).isFalse();
        cache.insert(3, filter);
        for (int key = 1; key <= 3; key++)
            assertThat(filter.mayContain(key(key), INPUTS)).isTrue();
    }

    @Test
    void aFullFilterIsBuiltAgainWithoutTheKeysThatWereEvicted() {
        filter.mayContain(key(0), INPUTS);
        int inserted = 0;
        while (!filter.mayContain(key(-1), INPUTS)) {
            cache.insert(inserted++, filter);
            cache.cached.remove(inserted - 100);
        }
        assertThat(inserted).isGreaterThan(3000);
        int lookups = INPUTS;
        while (filter.mayContain(key(-1), INPUTS)) lookups += INPUTS;
        assertThat(lookups).isBetween(90, 110);
        assertThat(cache.scans).isEqualTo(2);
        assertThat(filter.mayContain(key(0), INPUTS)).isFalse();
        assertThat(filter.mayContain(key(inserted - 1), INPUTS)).isTrue();
        assertThat(memory()).isEqualTo(8 * 4096);
    }

    /** Otherwise a cache of millions of keys, into which reads insert at a high rate, would be scanned all the time. */
    @Test
    void buildsTakeAtMostATwentiethOfTheTime() {
        cache.cached.add(0);
        cache.duringScan = () -> nowNanos += 1_000;
        for (int i = 0; i < 2; i++) filter.mayContain(key(-1), INPUTS);
        assertThat(recorder.filterBuildNanos()).isEqualTo(1_000);
        for (int key = 1; !filter.mayContain(key(-1), INPUTS); key++) {
            cache.insert(key, filter);
            cache.cached.remove(key);
        }
        nowNanos += 19_999;
        for (int i = 0; i < 10; i++)
            assertThat(filter.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        nowNanos++;
        assertThat(filter.mayContain(key(-1), INPUTS)).isFalse();
        assertThat(cache.scans).isEqualTo(2);
    }

    @Test
    void aFilterThatHasLostAKeyIsNotUsedAnyMore() {
        assertThat(filter.mayContain(key(1), INPUTS)).isFalse();
        filter.lose();
        for (int i = 0; i < 100; i++)
            assertThat(filter.mayContain(key(1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(memory()).isZero();
    }

    @Test
    void aKeyThatIsLostDuringTheScanMakesTheFilterUseless() {
        cache.cached.add(1);
        cache.duringScan = filter::lose;
        filter.mayContain(key(9), INPUTS);
        assertThat(filter.mayContain(key(9), INPUTS)).isTrue();
        assertThat(filter.mayContain(key(9), INPUTS)).isTrue();
        assertThat(memory()).isZero();
    }

    @Test
    void aFailedScanLeavesNoFilter() {
        cache.cached.add(1);
        cache.duringScan = () -> {
            throw new IllegalStateException("the cache cannot be read");
        };
        filter.mayContain(key(9), INPUTS);
        assertThatThrownBy(() -> filter.mayContain(key(9), INPUTS)).hasMessage("the cache cannot be read");
        cache.duringScan = () -> {};
        assertThat(filter.mayContain(key(1), INPUTS)).isTrue();
    }

    @Test
    void filtersOfManyLargeCachesStayWithinTheMemory() {
        for (int key = 0; key < 300_000; key++) cache.cached.add(key);
        for (int i = 0; i < 5; i++) {
            KeyFilter other = new KeyFilter(cache, () -> nowNanos, memory, recorder);
            other.mayContain(key(-1), 300_000);
            assertThat(other.mayContain(key(-1), 300_000)).as("filter %s", i).isEqualTo(i == 4);
        }
        assertThat(memory()).isEqualTo(FilterMemory.MAX_BYTES);
        assertThat(recorder.filterBuilds()).isEqualTo(4);
    }

    @Test
    void closingReleasesTheMemoryOnce() {
        filter.mayContain(key(1), INPUTS);
        assertThat(memory()).isEqualTo(8 * 4096);
        filter.close();
        filter.close();
        assertThat(memory()).isZero();
        assertThat(filter.mayContain(key(1), INPUTS)).isTrue();
    }

    /** A cache can have more keys of the inputs than the largest filter. */
    @Test
    void tooManyKeysMakeEveryLookupNecessary() {
        for (int key = 0; key < 800_000; key++) cache.cached.add(key);
        filter.mayContain(key(-1), 800_000);
        assertThat(filter.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(filter.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
    }

    private long memory() {
        return recorder.filterBytes();
    }
}
