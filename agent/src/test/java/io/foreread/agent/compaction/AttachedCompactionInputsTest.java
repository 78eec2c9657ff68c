package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.agent.probe.KeyCacheProbe;
import io.foreread.agent.readahead.ReadAhead;
import io.foreread.exporter.recorder.InputRecorder;
import io.foreread.exporter.recorder.Recorders;
import java.nio.ByteBuffer;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttachedCompactionInputsTest {
    private static final String HOOK = "a-hook-of-attached-compactions";
    private static final HookSwitch MERGES = HookSwitch.of("unfiltered-row-iterators");
    private static final HookSwitch SUMS = HookSwitch.of("scanner-list");
    private static final int KEY = 7;
    private static final ByteBuffer KEY_BYTES = CacheModel.key(KEY);

    private final ReadAhead switches = ReadAhead.instance();
    private final InputRecorder filterRecorder = new InputRecorder();
    private final CacheModel cache = new CacheModel();
    private boolean broken;
    private long nowNanos;
    private final CompactionFilters filters =
            new CompactionFilters(filterRecorder, () -> nowNanos, () -> true, inputs -> {
                if (broken) throw new StackOverflowError();
                return cache;
            });
    private final AttachedCompactionInputs compactions =
            new AttachedCompactionInputs(filters, new ScannedBytes(() -> nowNanos));

    @AfterEach
    void restoreTheDefaults() {
        switches.enabled(true);
        switches.filterKeyCache(true);
        switches.skipEmptyInputs(true);
        switches.reuseScannedBytes(true);
        HookSwitch.of(HOOK).on = true;
        MERGES.on = true;
        SUMS.on = true;
    }

    @Test
    void fewInputsAreLookedUpAndNotCounted() {
        settle();
        long made = Recorders.INPUTS.lookupsMade();
        Set<Integer> inputs = inputs(AttachedCompactionInputs.MIN_INPUTS - 1);
        assertThat(lookUp(inputs)).isSameAs(inputs);
        assertThat(Recorders.INPUTS.lookupsMade()).isEqualTo(made);
    }

    @Test
    void allInputsAreLookedUpWithoutAFilter() {
        long made = Recorders.INPUTS.lookupsMade();
        Set<Integer> inputs = inputs(AttachedCompactionInputs.MIN_INPUTS);
        assertThat(lookUp(inputs)).isSameAs(inputs);
        assertThat(Recorders.INPUTS.lookupsMade()).isEqualTo(made + AttachedCompactionInputs.MIN_INPUTS);
    }

    @Test
    void aKeyIsLookedUpOnlyIfTheFilterHasIt() {
        settle();
        long made = Recorders.INPUTS.lookupsMade();
        long skipped = Recorders.INPUTS.lookupsSkipped();
        Set<Integer> inputs = inputs(9);
        assertThat(lookUp(inputs)).isEmpty();
        assertThat(Recorders.INPUTS.lookupsSkipped()).isEqualTo(skipped + 9);
        KeyCacheProbe.cached(CacheModel.cacheKey(CacheModel.INPUT, KEY));
        assertThat(lookUp(inputs)).isSameAs(inputs);
        assertThat(Recorders.INPUTS.lookupsMade()).isEqualTo(made + 9);
        assertThat(Recorders.INPUTS.lookupsSkipped()).isEqualTo(skipped + 9);
    }

    @Test
    void theSwitchesApplyToARunningCompaction() {
        settle();
        Set<Integer> inputs = inputs(9);
        assertThat(lookUp(inputs)).isEmpty();
        switches.filterKeyCache(false);
        assertThat(lookUp(inputs)).isSameAs(inputs);
        assertThat(filterRecorder.filterBytes()).isZero();
        switches.filterKeyCache(true);
        assertThat(lookUp(inputs)).isEmpty();
        switches.enabled(false);
        assertThat(lookUp(inputs)).isSameAs(inputs);
        assertThat(filterRecorder.filterBytes()).isZero();
    }

    @Test
    void afterAFailureAllInputsAreLookedUpAndOtherFiltersAreLost() {
        settle();
        Set<Integer> inputs = inputs(9);
        assertThat(lookUp(inputs)).isEmpty();
        long failures = Recorders.HOOKS.probeFailures();
        broken = true;
        Object other = new Object();
        assertThat(compactions.inputsToLookUp(other, inputs, KEY_BYTES, HOOK)).isSameAs(inputs);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
        assertThat(filterRecorder.filtersLost()).isOne();
        assertThat(lookUp(inputs)).isSameAs(inputs);
    }

    @Test
    void emptyInputsAreMergedIfAnySwitchIsOff() {
        List<UnfilteredRowIterator> inputs = emptyInputs(AttachedCompactionInputs.MIN_INPUTS);
        switches.skipEmptyInputs(false);
        assertThat(compactions.inputsToMerge(inputs)).isSameAs(inputs);
        switches.skipEmptyInputs(true);
        switches.enabled(false);
        assertThat(compactions.inputsToMerge(inputs)).isSameAs(inputs);
        switches.enabled(true);
        MERGES.on = false;
        assertThat(compactions.inputsToMerge(inputs)).isSameAs(inputs);
    }

    @Test
    void emptyInputsOfAMergeOfManyAreLeftOutAndCounted() {
        long skipped = Recorders.INPUTS.emptyInputsSkipped();
        List<UnfilteredRowIterator> few = emptyInputs(AttachedCompactionInputs.MIN_INPUTS - 1);
        assertThat(compactions.inputsToMerge(few)).isSameAs(few);
        assertThat(compactions.inputsToMerge(emptyInputs(AttachedCompactionInputs.MIN_INPUTS)))
                .hasSize(2);
        assertThat(Recorders.INPUTS.emptyInputsSkipped()).isEqualTo(skipped + AttachedCompactionInputs.MIN_INPUTS - 2);
    }

    @Test
    void afterAFailureAllInputsAreMergedAndNoFilterIsLost() {
        settle();
        assertThat(lookUp(inputs(9))).isEmpty();
        long failures = Recorders.HOOKS.probeFailures();
        List<Object> unreadable = new ArrayList<>(Collections.nCopies(AttachedCompactionInputs.MIN_INPUTS, null));
        assertThat(compactions.inputsToMerge(unreadable)).isSameAs(unreadable);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
        assertThat(filterRecorder.filtersLost()).isZero();
        assertThat(lookUp(inputs(9))).isEmpty();
    }

    @Test
    void theBytesOfManyScannersAreSummedAgainWhenTheLastSumIsOld() {
        long made = Recorders.INPUTS.sumsMade();
        long reused = Recorders.INPUTS.sumsReused();
        List<?> scanners = scanners(AttachedCompactionInputs.MIN_SCANNERS);
        assertThat(compactions.earlierScannedBytes(scanners)).isZero();
        compactions.scannedBytesSummed(scanners, 5);
        nowNanos += ScannedBytes.MAX_AGE_NANOS - 1;
        assertThat(compactions.earlierScannedBytes(scanners)).isEqualTo(5);
        nowNanos++;
        assertThat(compactions.earlierScannedBytes(scanners)).isZero();
        compactions.scannedBytesSummed(scanners, 9);
        for (int partition = 0; partition < 3; partition++)
            assertThat(compactions.earlierScannedBytes(scanners)).isEqualTo(9);
        assertThat(Recorders.INPUTS.sumsMade()).isEqualTo(made + 2);
        assertThat(Recorders.INPUTS.sumsReused()).isEqualTo(reused + 4);
    }

    @Test
    void theBytesOfFewScannersAreSummedEachTimeAndNotCounted() {
        long made = Recorders.INPUTS.sumsMade();
        List<?> scanners = scanners(AttachedCompactionInputs.MIN_SCANNERS - 1);
        assertThat(compactions.earlierScannedBytes(scanners)).isZero();
        compactions.scannedBytesSummed(scanners, 5);
        assertThat(compactions.earlierScannedBytes(scanners)).isZero();
        assertThat(Recorders.INPUTS.sumsMade()).isEqualTo(made);
    }

    @Test
    void theBytesAreSummedEachTimeIfAnySwitchIsOff() {
        assertNoSumIsReusedWithout(switches::reuseScannedBytes);
        assertNoSumIsReusedWithout(switches::enabled);
        assertNoSumIsReusedWithout(on -> SUMS.on = on);
    }

    private void assertNoSumIsReusedWithout(Consumer<Boolean> change) {
        List<?> scanners = scanners(AttachedCompactionInputs.MIN_SCANNERS);
        compactions.scannedBytesSummed(scanners, 5);
        assertThat(compactions.earlierScannedBytes(scanners)).isEqualTo(5);
        change.accept(false);
        assertThat(compactions.earlierScannedBytes(scanners)).isZero();
        nowNanos += ScannedBytes.MAX_AGE_NANOS;
        compactions.scannedBytesSummed(scanners, 6);
        change.accept(true);
        assertThat(compactions.earlierScannedBytes(scanners)).isZero();
        compactions.scannedBytesSummed(scanners, 7);
        assertThat(compactions.earlierScannedBytes(scanners)).isEqualTo(7);
    }

    /** Cassandra asks the rate limiter for the difference between two results. */
    @Test
    void theRateLimiterIsAskedForAllBytesInSmallParts() {
        List<?> scanners = scanners(AttachedCompactionInputs.MIN_SCANNERS);
        long partitionBytes = 512;
        long partitionNanos = 7_000;
        long scannedBytes = 0;
        long limitedBytes = 0;
        long largestPart = 0;
        for (int partition = 0; partition < 10_000; partition++) {
            nowNanos += partitionNanos;
            scannedBytes += partitionBytes;
            long bytes = compactions.earlierScannedBytes(scanners);
            if (bytes == 0) {
                bytes = scannedBytes;
                compactions.scannedBytesSummed(scanners, bytes);
            }
            largestPart = Math.max(largestPart, bytes - limitedBytes);
            limitedBytes = bytes;
        }
        long atMost = partitionBytes * (ScannedBytes.MAX_AGE_NANOS / partitionNanos + 1);
        assertThat(largestPart).isBetween(10 * partitionBytes, atMost);
        assertThat(scannedBytes - limitedBytes).isBetween(0L, atMost);
    }

    @Test
    void afterAFailureOfASumTheBytesAreSummedAndTheFailureIsCounted() {
        AttachedCompactionInputs failing = new AttachedCompactionInputs(filters, new ScannedBytes(() -> {
            if (broken) throw new StackOverflowError();
            return nowNanos;
        }));
        long failures = Recorders.HOOKS.probeFailures();
        List<?> scanners = scanners(AttachedCompactionInputs.MIN_SCANNERS);
        assertThat(failing.earlierScannedBytes(scanners)).isZero();
        failing.scannedBytesSummed(scanners, 5);
        assertThat(failing.earlierScannedBytes(scanners)).isEqualTo(5);
        broken = true;
        assertThat(failing.earlierScannedBytes(scanners)).isZero();
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 1);
        failing.scannedBytesSummed(scanners, 6);
        assertThat(Recorders.HOOKS.probeFailures()).isEqualTo(failures + 2);
    }

    private static List<?> scanners(int count) {
        return new ArrayList<>(Collections.nCopies(count, "a scanner"));
    }

    private void settle() {
        nowNanos += CompactionFilters.SETTLING_NANOS;
    }

    private Set<Integer> lookUp(Set<Integer> inputs) {
        return compactions.inputsToLookUp(this, inputs, KEY_BYTES, HOOK);
    }

    private static Set<Integer> inputs(int count) {
        return new AbstractSet<Integer>() {
            @Override
            public Iterator<Integer> iterator() {
                throw new IllegalStateException("the model of the cache knows its inputs");
            }

            @Override
            public int size() {
                return count;
            }
        };
    }

    private static List<UnfilteredRowIterator> emptyInputs(int count) {
        return new ArrayList<>(Collections.nCopies(count, EmptyIterators.unfilteredRow(null, null, false)));
    }
}
