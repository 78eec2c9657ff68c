package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SpareCoresTest extends CountedCores {
    @ParameterizedTest(name = "{0} cores: the limit grows from {1} idle cores on, and shrinks below {2}")
    @CsvSource({"1, 0.75, 0.25", "2, 0.75, 0.25", "4, 1, 0.5", "16, 4, 2"})
    void limitGrowsWithAQuarterOfTheCoresIdleAndShrinksBelowAnEighth(int cores, double growFrom, double shrinkBelow) {
        this.cores = cores;
        after(0, 0);
        assertThat(after(growFrom - 0.01, 0)).isFalse();
        assertThat(after(growFrom, 0)).isTrue();
        assertThat(after(shrinkBelow, 0)).isTrue();
        assertThat(after(shrinkBelow - 0.01, 0))
                .as("a garbage collection can cause a single busy sample")
                .isTrue();
        assertThat(after(shrinkBelow - 0.01, 0)).isFalse();
    }

    @Test
    void onlyTwoConsecutiveBusySamplesReduceTheLimit() {
        cores = 2;
        after(0, 0);
        after(1, 0);
        for (int i = 0; i < 10; i++) {
            assertThat(after(0, 0)).isTrue();
            assertThat(after(0.5, 0)).isTrue();
        }
        assertThat(after(0, 0)).isTrue();
        assertThat(after(0, 0)).isFalse();
    }

    @Test
    void idleCoresOfTheHostBeyondTheCpuQuotaAreNotSpare() {
        cores = 2;
        after(0, 0);
        assertThat(after(60, 1.9)).as("both cores of the quota are in use").isFalse();
        assertThat(after(60, 1)).isTrue();
        after(0.1, 1);
        assertThat(after(0.1, 1)).as("another process uses the other core").isFalse();
    }

    @Test
    void fractionOfACoreIsNotASpareCore() {
        cores = 1.5;
        after(0, 0);
        assertThat(after(60, 1)).as("half of a core is left").isFalse();
        assertThat(after(60, 0.7)).isTrue();
    }

    @Test
    void exactlyThreeQuartersOfACoreAreASpareCore() {
        cores = 2;
        after(0, 0);
        assertThat(after(0.75, 0)).isTrue();
    }

    @Test
    void anIdleCoreForEachThreadIsNoFurtherSpareCore() {
        cores = 4;
        after(0, 0);
        after(3, 0);
        after(1, 0);
        assertThat(admitted()).isEqualTo(1);
    }

    @Test
    void limitGrowsByOneAndIsHalved() {
        cores = 16;
        after(0, 0);
        for (int threads = 1; threads <= 5; threads++) {
            after(12, 0);
            assertThat(admitted()).isEqualTo(threads);
        }
        after(1, 0);
        assertThat(admitted()).isEqualTo(5);
        after(1, 0);
        assertThat(admitted()).isEqualTo(2);
    }

    @Test
    void limitDoesNotGrowWhileItIsNotUsed() {
        cores = 16;
        after(0, 0);
        for (int i = 0; i < 20; i++) after(12, 0);
        assertThat(admitted()).as("the used thread, and one more").isEqualTo(2);
        after(3, 0);
        assertThat(admitted()).as("less than a quarter is idle").isEqualTo(2);
    }

    @Test
    void callsDuringASampleUseTheResultOfThePreviousOne() {
        cores = 2;
        after(0, 0);
        assertThat(after(1, 0)).isTrue();
        duringSample = () -> {
            assertThat(spare.any(1)).isTrue();
            assertThat(spare.any(2)).isFalse();
        };
        after(1, 0);
        assertThat(samples).isEqualTo(3);
    }

    @Test
    void firstSampleDoesNotBlockOtherThreads() {
        cores = 2;
        duringSample = () -> assertThat(spare.any(2)).isFalse();
        assertThat(after(2, 0)).isFalse();
    }

    @Test
    void threadIsAdmittedForAllItsScansUntilTheNextSample() {
        cores = 2;
        after(0, 0);
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += SAMPLE_PERIOD_NANOS;
        assertThat(spare.any(7)).isTrue();
        assertThat(spare.any(7)).isTrue();
        assertThat(spare.any(8)).isFalse();
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += 0.5 * SAMPLE_PERIOD_NANOS;
        assertThat(spare.any(8)).isTrue();
        assertThat(spare.any(7)).isFalse();
    }

    @Test
    void limitNeverExceedsTheIdleCores() {
        cores = 2;
        after(0, 0);
        for (int i = 0; i < 10; i++) {
            after(2, 0);
            assertThat(admitted()).isBetween(1, 2);
        }
    }

    @ParameterizedTest(name = "{0} cores, {1} used by compactions and reads")
    @CsvSource({"2, 1.05", "4, 2.5", "4, 2.9", "8, 5.25", "8, 2", "64, 40"})
    void leavesEnoughIdleCoresInNineOfTenSamples(int cores, double used) {
        this.cores = cores;
        after(0, 0);
        int allowed = 0;
        int tooLittleLeft = 0;
        for (int i = 0; i < 200; i++) {
            // There are more scans than cores, and each scan uses a whole core.
            int limit = admitted();
            double idle = Math.max(0, cores - used - limit);
            after(idle, cores - idle);
            if (limit > 0) allowed++;
            if (idle < cores / 8.0) tooLittleLeft++;
        }
        assertThat(allowed).isPositive();
        assertThat(tooLittleLeft).isLessThanOrEqualTo(20);
    }

    @Test
    void limitThatWasTooHighIsNotTriedAgainForTenSeconds() {
        cores = 2;
        after(0, 0);
        assertThat(after(1, 0)).isTrue();
        after(0, 0);
        assertThat(after(0, 0)).isFalse();
        for (int i = 0; i < 19; i++) assertThat(after(1, 0)).isFalse();
        assertThat(after(1, 0)).isTrue();
    }

    @Test
    void limitGrowsAtOnceAfterOtherProcessesWereBusy() {
        cores = 2;
        after(0, 0);
        assertThat(after(0, 0)).isFalse();
        assertThat(after(1, 0)).isTrue();
    }

    /** Returns how many threads are admitted until the next sample. */
    private int admitted() {
        int threads = 0;
        while (spare.any(threads + 1)) threads++;
        return threads;
    }

    @Test
    void samplesTwiceASecond() {
        cores = 2;
        after(2, 0);
        samples = 0;
        nanos += SAMPLE_PERIOD_NANOS - 1;
        spare.any(1);
        assertThat(samples).isZero();
        nanos++;
        spare.any(1);
        spare.any(1);
        assertThat(samples).isOne();
    }

    @Test
    void idleTimeWithoutCallsDoesNotCount() {
        cores = 2;
        after(2, 0);
        assertThat(after(2, 0)).isTrue();
        nanos += TimeUnit.SECONDS.toNanos(3) - SAMPLE_PERIOD_NANOS;
        hostIdleNanos += 2 * (TimeUnit.SECONDS.toNanos(3) - SAMPLE_PERIOD_NANOS);
        assertThat(after(2, 0)).isFalse();
        assertThat(after(2, 0)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void noCoreIsSpareIfTheCpuTimeIsNotAvailable(Trouble trouble) {
        cores = 2;
        after(2, 0);
        assertThat(after(2, 0)).isTrue();
        this.trouble = trouble;
        assertThat(after(2, 0)).isFalse();
        this.trouble = Trouble.NONE;
        after(2, 0);
        assertThat(after(2, 0)).as("samples again").isTrue();
    }

    @Test
    void anyWithoutAThreadIdUsesTheCallingThread() {
        cores = 2;
        after(0, 0);
        assertThat(spare.any()).isFalse();
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += SAMPLE_PERIOD_NANOS;
        assertThat(spare.any()).isTrue();
        assertThat(spare.any(Thread.currentThread().getId())).isTrue();
        assertThat(spare.any(Thread.currentThread().getId() + 1)).isFalse();
    }

    @Test
    void instanceIsSharedByTheProcess() {
        assertThat(SpareCores.instance()).isSameAs(SpareCores.instance()).isNotNull();
    }
}
