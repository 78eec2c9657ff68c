package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.agent.probe.HookSwitch;
import io.foreread.exporter.recorder.InputRecorder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompactionFiltersTest {
    private static final String HOOK = "a-hook-of-compaction-filters";
    private static final int KEY = 7;
    private static final int OTHER_SSTABLE = CacheModel.INPUT + 1;
    private static final int INPUTS = 8;
    private static final long SET_BYTES = 8 * 4096;

    private final InputRecorder recorder = new InputRecorder();
    private final CacheModel cache = new CacheModel();
    private boolean observed = true;
    private int observations;
    private int attempts;
    /** Close to an overflow, as values of System.nanoTime can be. */
    private long nowNanos = Long.MAX_VALUE - 1_000;

    private CompactionFilters.KeysOfInputs keysOfInputs = inputs -> cache;
    private final CompactionFilters filters =
            new CompactionFilters(recorder, () -> nowNanos, this::isObserved, inputs -> {
                attempts++;
                return keysOfInputs.of(inputs);
            });

    private final Object transaction = new Object();
    private final Object other = new Object();

    @AfterEach
    void switchOn() {
        HookSwitch.of(HOOK).on = true;
    }

    @Test
    void noFilterIsBuiltBeforeInsertionsAreObservedForASecond() {
        assertThat(mayBeCached()).isTrue();
        nowNanos += CompactionFilters.SETTLING_NANOS - 1;
        assertThat(mayBeCached()).isTrue();
        assertThat(attempts).isZero();
        nowNanos += CompactionFilters.RETRY_NANOS;
        assertThat(mayBeCached()).isFalse();
        assertThat(recorder.filterBytes()).isEqualTo(SET_BYTES);
    }

    @Test
    void theSecondBeginsAgainWhenInsertionsWereNotObservedInBetween() {
        settle();
        observed = false;
        assertThat(mayBeCached()).isTrue();
        observed = true;
        nowNanos += CompactionFilters.RETRY_NANOS;
        assertThat(mayBeCached()).isTrue();
        nowNanos += CompactionFilters.SETTLING_NANOS;
        assertThat(mayBeCached()).isFalse();
    }

    /** The check of all hooks takes longer than a lookup. */
    @Test
    void whetherInsertionsAreObservedIsReadOnceIn100Milliseconds() {
        for (int read = 1; read < 5; read++) {
            nowNanos += CompactionFilters.RETRY_NANOS;
            int before = observations;
            for (int partition = 0; partition < 10; partition++)
                assertThat(mayBeCached()).isTrue();
            assertThat(observations).isEqualTo(before + 1);
        }
    }

    @Test
    void aCompactionThatIsRefusedTriesAgainAfter100Milliseconds() {
        settle();
        keysOfInputs = inputs -> null;
        for (int attempt = 1; attempt < 5; attempt++) {
            for (int partition = 0; partition < 10; partition++)
                assertThat(mayBeCached()).isTrue();
            assertThat(attempts).isEqualTo(attempt);
            nowNanos += CompactionFilters.RETRY_NANOS;
        }
        keysOfInputs = inputs -> cache;
        assertThat(mayBeCached()).isFalse();
    }

    /** Each failure ends the filters of all compactions. */
    @Test
    void afterAFailureNoneIsTriedForAMinute() {
        settle();
        keysOfInputs = inputs -> {
            throw new IllegalStateException("unreadable");
        };
        for (int attempt = 1; attempt < 5; attempt++) {
            assertThatThrownBy(this::mayBeCached).hasMessage("unreadable");
            for (int partition = 0; partition < 10; partition++)
                assertThat(mayBeCached()).isTrue();
            nowNanos += CompactionFilters.FAILURE_PAUSE_NANOS - 1;
            assertThat(mayBeCached()).isTrue();
            assertThat(attempts).isEqualTo(attempt);
            nowNanos++;
        }
        keysOfInputs = inputs -> cache;
        assertThat(mayBeCached()).isFalse();
    }

    @Test
    void aCacheThatInsertsInAnotherWayHasNoFilter() {
        settle();
        keysOfInputs = inputs -> null;
        assertThat(mayBeCached()).isTrue();
        assertThat(recorder.filterBytes()).isZero();
    }

    @Test
    void insertedKeysOfTheInputsAreInTheFilter() {
        settle();
        assertThat(mayBeCached()).isFalse();
        filters.cached(CacheModel.cacheKey(OTHER_SSTABLE, KEY));
        assertThat(mayBeCached()).isFalse();
        filters.cached(CacheModel.cacheKey(CacheModel.INPUT, KEY));
        assertThat(mayBeCached()).isTrue();
        assertThat(cache.scans).isOne();
    }

    @Test
    void eachTransactionHasAFilterOfItsOwn() {
        settle();
        assertThat(mayBeCached()).isFalse();
        cache.cached.add(KEY);
        assertThat(mayBeCached(other, INPUTS)).isTrue();
        assertThat(mayBeCached()).as("nothing was inserted through the filters").isFalse();
        assertThat(recorder.filterBytes()).isEqualTo(2 * SET_BYTES);
    }

    @Test
    void aFilterIsThatOfTheInputsAtTheBeginOrOfSomeOfThem() {
        settle();
        assertThat(mayBeCached()).isFalse();
        assertThat(mayBeCached(transaction, INPUTS - 1)).isFalse();
        assertThat(mayBeCached(transaction, INPUTS + 1)).isTrue();
        assertThat(recorder.filterBytes()).isZero();
        assertThat(mayBeCached()).isFalse();
        assertThat(cache.scans).isEqualTo(2);
    }

    @Test
    void theSwitchOfTheHookReleasesTheFilterOfARunningCompaction() {
        settle();
        assertThat(mayBeCached()).isFalse();
        HookSwitch.of(HOOK).on = false;
        assertThat(mayBeCached()).isTrue();
        assertThat(recorder.filterBytes()).isZero();
        cache.cached.add(KEY);
        HookSwitch.of(HOOK).on = true;
        assertThat(mayBeCached()).as("the key is in the filter").isTrue();
        assertThat(recorder.filterBytes()).isEqualTo(SET_BYTES);
    }

    @Test
    void theSwitchOfTheHookPreventsNewFilters() {
        settle();
        HookSwitch.of(HOOK).on = false;
        assertThat(mayBeCached()).isTrue();
        assertThat(attempts).isZero();
    }

    @Test
    void theEndOfAnOperationEndsTheFiltersOfItsThread() {
        settle();
        assertThat(mayBeCached()).isFalse();
        assertThat(inOtherThread(other)).isFalse();
        filters.operationEnds();
        assertThat(recorder.filterBytes()).isEqualTo(SET_BYTES);
        filters.cached(CacheModel.cacheKey(CacheModel.INPUT, KEY));
        assertThat(mayBeCached()).as("a new filter").isFalse();
        assertThat(cache.scans).isEqualTo(3);
    }

    @Test
    void theFilterOfAForgottenTransactionEndsWithTheNextOperation() {
        settle();
        assertThat(inOtherThread(new Object())).isFalse();
        Awaitility.await().until(() -> {
            System.gc();
            filters.operationEnds();
            return recorder.filterBytes() == 0;
        });
    }

    @Test
    void aForgottenTransactionMakesRoomForAnother() {
        settle();
        for (int i = 0; i < CompactionFilters.MAX_COMPACTIONS; i++)
            assertThat(mayBeCached(new Object(), INPUTS)).isFalse();
        Awaitility.await().until(() -> {
            System.gc();
            nowNanos += CompactionFilters.RETRY_NANOS;
            return !mayBeCached();
        });
    }

    @Test
    void moreCompactionsThanTheLimitHaveNoFilter() {
        settle();
        List<Object> transactions = new ArrayList<>();
        for (int i = 0; i < CompactionFilters.MAX_COMPACTIONS; i++) {
            transactions.add(new Object());
            assertThat(mayBeCached(transactions.get(i), INPUTS)).isFalse();
        }
        assertThat(mayBeCached()).isTrue();
        assertThat(attempts).isEqualTo(transactions.size());
        filters.operationEnds();
        nowNanos += CompactionFilters.RETRY_NANOS;
        assertThat(mayBeCached()).isFalse();
        assertThat(recorder.filterBytes()).isEqualTo(SET_BYTES);
    }

    /** While the hook of insertions is off, each insertion is lost. */
    @Test
    void eachFilterIsLostAndCountedOnce() {
        settle();
        assertThat(mayBeCached()).isFalse();
        assertThat(mayBeCached(other, INPUTS)).isFalse();
        for (int insertion = 0; insertion < 5; insertion++) filters.lost();
        assertThat(recorder.filtersLost()).isEqualTo(2);
        assertThat(mayBeCached()).isTrue();
        assertThat(mayBeCached(other, INPUTS)).isTrue();
        assertThat(recorder.filterBytes()).isZero();
        assertThat(mayBeCached(new Object(), INPUTS)).as("a later compaction").isFalse();
        filters.operationEnds();
        filters.lost();
        assertThat(recorder.filtersLost()).isEqualTo(2);
    }

    private boolean isObserved() {
        observations++;
        return observed;
    }

    private void settle() {
        nowNanos += CompactionFilters.SETTLING_NANOS;
    }

    private boolean mayBeCached() {
        return mayBeCached(transaction, INPUTS);
    }

    private boolean mayBeCached(Object of, int inputs) {
        Set<Integer> sstables = IntStream.range(0, inputs).boxed().collect(Collectors.toSet());
        ByteBuffer key = CacheModel.key(KEY);
        try {
            return filters.mayBeCached(of, sstables, key, HOOK);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean inOtherThread(Object of) {
        return CompletableFuture.supplyAsync(() -> mayBeCached(of, INPUTS)).join();
    }
}
