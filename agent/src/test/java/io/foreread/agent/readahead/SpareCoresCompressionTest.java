package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks which of the spare cores are used to compress. */
class SpareCoresCompressionTest extends CountedCores {
    /** Like {@link #after}, for thread 2, which compresses, while threads that work ahead use {@code aheadCores}. */
    private boolean compressesAfter(double idleCores, double aheadCores) {
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += idleCores * SAMPLE_PERIOD_NANOS;
        aheadNanos += aheadCores * SAMPLE_PERIOD_NANOS;
        return spare.anyToCompress(2, false);
    }

    /** Two cores, of which one is used by a compaction whose thread 2 compresses on the other one. */
    private void compressOnTheSecondOfTwoCores() {
        cores = 2;
        after(0, 0);
        assertThat(compressesAfter(1, 0)).isTrue();
    }

    @Test
    void theLastUseGoesOnWithoutAnIdleCoreWhileOthersLeaveItThreeQuartersOfACore() {
        compressOnTheSecondOfTwoCores();
        for (int period = 0; period < 10; period++)
            assertThat(compressesAfter(0.05, 0.7)).as("period %d", period).isTrue();
        assertThat(compressesAfter(0, 0.74)).as("a single sample").isTrue();
        assertThat(compressesAfter(0, 0.74)).isFalse();
    }

    @Test
    void severalUsesLeaveAnEighthOfTheCoresIdle() {
        cores = 4;
        after(0, 0);
        assertThat(compressesAfter(3, 0)).isTrue();
        assertThat(compressesAfter(3, 0)).isTrue();
        assertThat(spare.any(3)).as("a second use").isTrue();
        assertThat(compressesAfter(0.4, 1.8)).as("a single sample").isTrue();
        assertThat(spare.any(3)).isTrue();
        assertThat(compressesAfter(0.4, 1.8)).as("one of two uses").isTrue();
        assertThat(spare.any(3)).isFalse();
    }

    @ParameterizedTest(name = "{0} cores: at most {1} uses")
    @CsvSource({"1, 1", "1.5, 1", "2, 1", "2.5, 2", "4, 3"})
    void severalUsesLeaveACoreToTheThreadsThatCompact(double cores, int uses) {
        this.cores = cores;
        after(0, 0);
        for (int period = 0; period < 10; period++) {
            after(cores, 0);
            for (int thread = 2; thread < 10; thread++) spare.any(thread);
        }
        after(cores, 0);
        int admitted = 1;
        for (int thread = 2; thread < 10; thread++) if (spare.any(thread)) admitted++;
        assertThat(admitted).isEqualTo(uses);
    }

    @Test
    void compressingThatIsSwitchedOnKeepsTheCoreFromDecompressingAtAnyTime() {
        compressOnTheSecondOfTwoCores();
        compressesAfter(0, 0.5);
        assertThat(compressesAfter(0, 0.5)).isFalse();
        for (int period = 1; period < 20; period++) after(1, 0);
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += SAMPLE_PERIOD_NANOS;
        assertThat(spare.anyToCompress(2, false)).as("too early to try it").isFalse();
        assertThat(spare.anyToCompress(2, true)).isTrue();
        assertThat(spare.any(1)).as("the core is in use").isFalse();
    }

    @Test
    void afterCompressingWasTooMuchOnlyDecompressingIsTriedForHalfAMinute() {
        compressOnTheSecondOfTwoCores();
        compressesAfter(0, 0.5);
        assertThat(compressesAfter(0, 0.5)).isFalse();
        for (int period = 1; period < 20; period++) assertThat(after(1, 0)).isFalse();
        for (int period = 20; period < 60; period++) {
            assertThat(compressesAfter(1, 0)).as("period %d", period).isFalse();
            assertThat(spare.any(1)).as("period %d", period).isTrue();
        }
        assertThat(compressesAfter(0.5, 0.5)).as("half a minute later").isTrue();
    }

    @Test
    void compressingComesBeforeDecompressing() {
        cores = 2;
        after(0, 0);
        assertThat(after(1, 0)).as("thread 1 decompresses").isTrue();
        assertThat(spare.anyToCompress(1, false))
                .as("the only spare core is in use")
                .isFalse();
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += 0.5 * SAMPLE_PERIOD_NANOS;
        assertThat(spare.any(1)).as("a request to compress was refused").isFalse();
        assertThat(spare.anyToCompress(1, false)).isTrue();
        assertThat(spare.any(1)).as("the core is in use").isFalse();
    }

    @Test
    void aThreadThatDecompressesKeepsItsCoreUntilTheNextSample() {
        cores = 2;
        after(0, 0);
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += SAMPLE_PERIOD_NANOS;
        assertThat(spare.any(3)).isTrue();
        assertThat(spare.anyToCompress(2, false))
                .as("the only spare core is in use")
                .isFalse();
        assertThat(spare.any(3)).as("the thread that has the core").isTrue();
        assertThat(spare.any(4)).as("another thread").isFalse();
    }

    @Test
    void withoutAThreadIdTheCallingThreadCompresses() {
        assertThat(spare.anyToCompress(true)).as("before the first sample").isFalse();
        compressOnTheSecondOfTwoCores();
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += SAMPLE_PERIOD_NANOS;
        assertThat(spare.anyToCompress(true)).isTrue();
        assertThat(spare.anyToCompress(Thread.currentThread().getId(), true)).isTrue();
    }

    @Test
    void refusedRequestToCompressCountsForTwoPeriods() {
        cores = 2;
        after(0, 0);
        after(1, 0);
        assertThat(spare.anyToCompress(2, false)).isFalse();
        assertThat(after(0.5, 0)).isFalse();
        assertThat(after(1, 0)).as("nobody has asked to compress since").isTrue();
    }

    @Test
    void threadThatCompressesKeepsItsCoreIfAnotherAsksFirst() {
        cores = 2;
        after(0, 0);
        assertThat(after(1, 0)).isTrue();
        assertThat(spare.anyToCompress(2, false)).isFalse();
        after(0.5, 0);
        for (int period = 0; period < 4; period++) {
            assertThat(spare.anyToCompress(2, false)).as("period %d", period).isTrue();
            assertThat(after(0.5, 0)).as("period %d", period).isFalse();
        }
        assertThat(after(1, 0)).as("thread 2 has not asked in this period").isTrue();
    }

    @Test
    void threadThatDoesBothCountsTwice() {
        cores = 16;
        after(0, 0);
        after(8, 0);
        assertThat(spare.anyToCompress(1, false)).isFalse();
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += 8.0 * SAMPLE_PERIOD_NANOS;
        assertThat(spare.anyToCompress(1, false)).isTrue();
        nanos += SAMPLE_PERIOD_NANOS;
        hostIdleNanos += 8.0 * SAMPLE_PERIOD_NANOS;
        assertThat(spare.anyToCompress(1, false)).isTrue();
        assertThat(spare.any(1)).isTrue();
        assertThat(spare.any(2)).as("both spare cores are in use").isFalse();
    }
}
