package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ScannedBytesTest {
    private long nowNanos = Long.MAX_VALUE - ScannedBytes.MAX_AGE_NANOS / 2;
    private final ScannedBytes sums = new ScannedBytes(() -> nowNanos);

    @Test
    void compactionsWhoseSearchBeginsAtTheSameSlotKeepTheirSums() {
        List<List<?>> compactions = ofOneSlot(ScannedBytes.SEARCHED);
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < compactions.size(); i++) sums.summed(compactions.get(i), 1_000L * round + i);
            for (int i = 0; i < compactions.size(); i++)
                assertThat(sums.recent(compactions.get(i))).isEqualTo(1_000L * round + i);
        }
    }

    @Test
    void theSearchContinuesAtTheFirstSlot() {
        List<List<?>> compactions = ofSlot(ScannedBytes.SLOTS - 1, 2);
        for (int i = 0; i < compactions.size(); i++) sums.summed(compactions.get(i), 1_000L + i);
        for (int i = 0; i < compactions.size(); i++)
            assertThat(sums.recent(compactions.get(i))).isEqualTo(1_000L + i);
    }

    @Test
    void aSumIsUsedOnlyForItsOwnScanners() {
        List<List<?>> compactions = ofOneSlot(ScannedBytes.SEARCHED + 1);
        for (int i = 0; i < compactions.size(); i++) {
            assertThat(sums.recent(compactions.get(i))).isZero();
            sums.summed(compactions.get(i), 1_000L + i);
        }
        // The last one has taken the slot of another one.
        assertThat(sums.recent(compactions.get(ScannedBytes.SEARCHED))).isEqualTo(1_000L + ScannedBytes.SEARCHED);
        assertThat(sums.recent(compactions.get(0))).isZero();
    }

    @Test
    void theSlotOfAnOldSumIsTaken() {
        List<List<?>> compactions = ofOneSlot(ScannedBytes.SEARCHED + 1);
        for (int i = 0; i < ScannedBytes.SEARCHED; i++) sums.summed(compactions.get(i), 7);
        nowNanos += ScannedBytes.MAX_AGE_NANOS;
        sums.summed(compactions.get(1), 8);
        sums.summed(compactions.get(ScannedBytes.SEARCHED), 9);
        assertThat(sums.recent(compactions.get(1))).isEqualTo(8);
        assertThat(sums.recent(compactions.get(ScannedBytes.SEARCHED))).isEqualTo(9);
    }

    @Test
    void aSumIsNotUsedFromItsMaximumAgeOn() {
        List<?> scanners = List.of("a", "b");
        sums.summed(scanners, 5);
        // The clock overflows.
        nowNanos += ScannedBytes.MAX_AGE_NANOS - 1;
        assertThat(sums.recent(scanners)).isEqualTo(5);
        nowNanos++;
        assertThat(sums.recent(scanners)).isZero();
    }

    @Test
    void theScannersOfAnEndedCompactionAreNotKeptInMemory() {
        List<?> scanners = new ArrayList<>(List.of("a"));
        WeakReference<Object> collected = new WeakReference<>(scanners);
        sums.summed(scanners, 5);
        scanners = List.of();
        Awaitility.await().until(() -> {
            System.gc();
            return collected.get() == null;
        });
        assertThat(sums.recent(scanners)).isZero();
    }

    private static List<List<?>> ofOneSlot(int count) {
        return ofSlot(ScannedBytes.SLOTS / 2, count);
    }

    /** Returns lists that are equal and not the same, whose search begins at this slot. */
    private static List<List<?>> ofSlot(int slot, int count) {
        List<List<?>> found = new ArrayList<>();
        while (found.size() < count) {
            List<?> scanners = new ArrayList<>(List.of("a", "b"));
            if (System.identityHashCode(scanners) % ScannedBytes.SLOTS == slot) found.add(scanners);
        }
        return found;
    }
}
