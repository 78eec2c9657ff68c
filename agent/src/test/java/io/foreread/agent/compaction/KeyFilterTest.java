package io.foreread.agent.compaction;

import static io.foreread.agent.compaction.CacheModel.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.recorder.InputRecorder;
import org.junit.jupiter.api.Test;

class KeyFilterTest {
    /** So many that each partition allows the visit of one key. */
    private static final int INPUTS = KeyFilter.LOOKUPS_PER_VISIT;

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
    void theScanVisitsOneKeyPerEightLookups() {
        for (int key = 0; key < 95; key++) cache.cached.add(key);
        for (int partition = 1; partition < 76; partition++) {
            assertThat(filter.mayContain(key(1000), 10)).isTrue();
            assertThat(cache.visited).isEqualTo(partition * 10 / 8);
            assertThat(recorder.filterBuilds()).isZero();
        }
        assertThat(filter.mayContain(key(1000), 10)).isFalse();
        assertThat(filter.mayContain(key(94), 10)).isTrue();
        assertThat(cache.visited).isEqualTo(95);
        assertThat(cache.scans).isOne();
        assertThat(recorder.filterBuilds()).isOne();
    }

    /** The scan has visited key 2, and does not return to key 0. */
    @Test
    void containsKeysThatAreInsertedDuringAndAfterTheScan() {
        for (int key = 1; key <= 3; key++) cache.cached.add(key);
        for (int visit = 0; visit < 2; visit++) filter.mayContain(key(9), INPUTS);
        cache.insert(0, filter);
        assertThat(filter.mayContain(key(9), INPUTS)).isFalse();
        cache.insert(4, filter);
        for (int key = 0; key <= 4; key++)
            assertThat(filter.mayContain(key(key), INPUTS)).as("key %s", key).isTrue();
        assertThat(cache.visited).isEqualTo(3);
    }

    @Test
    void aFullFilterIsBuiltAgainWithoutTheKeysThatWereEvicted() {
        filter.mayContain(key(0), INPUTS);
        int inserted = 0;
        while (!filter.mayContain(key(-1), INPUTS)) {
            cache.insert(inserted++, filter);
            cache.cached.remove(inserted - 100);
        }
        assertThat(inserted).isEqualTo(2048);
        int partitions = 1;
        while (filter.mayContain(key(-1), INPUTS)) partitions++;
        assertThat(partitions).isEqualTo(cache.cached.size());
        assertThat(cache.scans).isEqualTo(2);
        assertThat(filter.mayContain(key(0), INPUTS)).isFalse();
        assertThat(filter.mayContain(key(inserted - 1), INPUTS)).isTrue();
        assertThat(memory()).isEqualTo(8 * 4096);
    }

    /** Otherwise reads that insert at a high rate would make the compaction scan the cache for nothing all the time. */
    @Test
    void aSetThatBecomesFullBeforeTheScanEndsDelaysTheNextScan() {
        KeyFilter small = new KeyFilter(cache, keys -> 16, () -> nowNanos, memory, recorder);
        for (int key = 0; key < 20; key++) cache.cached.add(key);
        for (int visit = 0; visit < 8; visit++)
            assertThat(small.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.visited).isEqualTo(8);
        assertThat(memory()).isZero();
        for (int partition = 0; partition < 8 * KeyFilter.PAUSE_PER_SCAN; partition++)
            assertThat(small.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.visited).isEqualTo(8);
        assertThat(small.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.visited).isEqualTo(9);
        assertThat(cache.scans).isEqualTo(2);
        assertThat(recorder.filterBuilds()).isZero();
    }

    @Test
    void theStepsOfTheScanAreTimed() {
        for (int key = 0; key < 3; key++) cache.cached.add(key);
        cache.duringVisit = () -> nowNanos += 1_000;
        filter.mayContain(key(9), INPUTS);
        assertThat(recorder.filterBuildNanos()).isEqualTo(1_000);
        filter.mayContain(key(9), 2 * INPUTS);
        assertThat(recorder.filterBuildNanos()).isEqualTo(3_000);
    }

    @Test
    void aFilterThatHasLostAKeyIsNotUsedAnyMore() {
        assertThat(filter.mayContain(key(1), INPUTS)).isFalse();
        assertThat(filter.lose()).isTrue();
        assertThat(filter.lose()).isFalse();
        for (int i = 0; i < 100; i++)
            assertThat(filter.mayContain(key(1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(memory()).isZero();
    }

    @Test
    void aKeyThatIsLostDuringTheScanMakesTheFilterUseless() {
        cache.cached.add(1);
        cache.duringVisit = filter::lose;
        for (int i = 0; i < 10; i++)
            assertThat(filter.mayContain(key(9), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(memory()).isZero();
    }

    /** The key that was being visited is not in the set. */
    @Test
    void aFailedScanIsNotContinued() {
        for (int key = 1; key <= 3; key++) cache.cached.add(key);
        filter.mayContain(key(9), INPUTS);
        cache.duringVisit = () -> {
            throw new IllegalStateException("the cache cannot be read");
        };
        assertThatThrownBy(() -> filter.mayContain(key(9), INPUTS)).hasMessage("the cache cannot be read");
        cache.duringVisit = () -> {};
        for (int visit = 0; visit < 2; visit++)
            assertThat(filter.mayContain(key(9), INPUTS)).isTrue();
        assertThat(filter.mayContain(key(9), INPUTS)).isFalse();
        for (int key = 1; key <= 3; key++)
            assertThat(filter.mayContain(key(key), INPUTS)).as("key %s", key).isTrue();
        assertThat(cache.scans).isEqualTo(2);
        assertThat(memory()).isEqualTo(8 * 4096);
    }

    @Test
    void filtersOfManyLargeCachesStayWithinTheMemory() {
        for (int key = 0; key < 300_000; key++) cache.cached.add(key);
        for (int i = 0; i < 5; i++) {
            KeyFilter other = new KeyFilter(cache, () -> nowNanos, memory, recorder);
            assertThat(other.mayContain(key(-1), 300_000 * INPUTS))
                    .as("filter %s", i)
                    .isEqualTo(i == 4);
        }
        assertThat(memory()).isEqualTo(FilterMemory.MAX_BYTES);
        assertThat(recorder.filterBuilds()).isEqualTo(4);
    }

    @Test
    void aReleasedFilterIsBuiltAgain() {
        filter.mayContain(key(1), INPUTS);
        filter.release();
        assertThat(memory()).isZero();
        cache.insert(1, filter);
        assertThat(filter.mayContain(key(1), INPUTS)).isTrue();
        assertThat(filter.mayContain(key(2), INPUTS)).isFalse();
        assertThat(cache.scans).isEqualTo(2);
    }

    @Test
    void closingReleasesTheMemoryOnce() {
        filter.mayContain(key(1), INPUTS);
        assertThat(memory()).isEqualTo(8 * 4096);
        filter.close();
        filter.close();
        assertThat(memory()).isZero();
        assertThat(filter.mayContain(key(1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(memory()).isZero();
    }

    /** A cache can have more keys of the inputs than the largest filter. */
    @Test
    void tooManyKeysMakeEveryLookupNecessary() {
        for (int key = 0; key < 800_000; key++) cache.cached.add(key);
        assertThat(filter.mayContain(key(-1), 800_000 * INPUTS)).isTrue();
        assertThat(filter.mayContain(key(-1), INPUTS)).isTrue();
        assertThat(cache.scans).isOne();
        assertThat(cache.visited).isLessThan(KeySet.MAX_SLOTS * 6 / 10);
        assertThat(memory()).isZero();
    }

    private long memory() {
        return recorder.filterBytes();
    }
}
