package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScannedBytesTest {
    /** More compactions than there are slots. */
    private static final int COMPACTIONS = 200;

    private long nowNanos = Long.MAX_VALUE - ScannedBytes.MAX_AGE_NANOS / 2;
    private final ScannedBytes sums = new ScannedBytes(() -> nowNanos);

    @Test
    void aSumIsUsedOnlyForItsOwnScanners() {
        List<List<?>> compactions = new ArrayList<>();
        int found = 0;
        for (int i = 0; i < COMPACTIONS; i++) {
            // Equal lists, which are not the same.
            List<?> scanners = new ArrayList<>(List.of("a", "b"));
            compactions.add(scanners);
            assertThat(sums.recent(scanners)).isZero();
            sums.summed(scanners, 1_000 + i);
        }
        for (int i = 0; i < COMPACTIONS; i++) {
            long bytes = sums.recent(compactions.get(i));
            assertThat(bytes).isIn(0L, 1_000L + i);
            if (bytes != 0) found++;
        }
        assertThat(found).isPositive();
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
}
