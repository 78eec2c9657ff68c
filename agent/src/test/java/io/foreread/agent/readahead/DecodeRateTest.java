package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecodeRateTest {
    private static final int CHUNK_BYTES = 2 << 20;
    /** The time to decompress {@link #CHUNK_BYTES} at 1 GiB per second. */
    private static final long BORDER_NANOS = 1_953_125;

    private long nanos = -5;
    /** Number of times that the rate has read the clock. */
    private int clockReads;

    private final DecodeRate rate = new DecodeRate(() -> {
        clockReads++;
        return nanos;
    });

    /** Returns a rate of chunks that were slow to decompress. */
    static DecodeRate slow() {
        DecodeRateTest test = new DecodeRateTest();
        test.chunks(25, BORDER_NANOS + 1);
        return test.rate;
    }

    private void chunks(int chunks, long chunkNanos) {
        for (int i = 0; i < chunks; i++) chunk(CHUNK_BYTES, chunkNanos);
    }

    private void chunk(int chunkBytes, long chunkNanos) {
        // The time between two chunks does not count.
        nanos += 1_000_000_000;
        rate.begin();
        nanos += chunkNanos;
        rate.end(chunkBytes);
    }

    @Test
    void isSlowBelowOneGibASecond() {
        chunks(25, BORDER_NANOS + 1);
        assertThat(rate.isSlow()).isTrue();
    }

    @Test
    void isNotSlowAtOneGibASecond() {
        chunks(25, BORDER_NANOS);
        assertThat(rate.isSlow()).isFalse();
    }

    @Test
    void isNotSlowBeforeFourSamples() {
        chunks(24, 10 * BORDER_NANOS);
        assertThat(rate.isSlow()).isFalse();
        chunks(1, 10 * BORDER_NANOS);
        assertThat(rate.isSlow()).isTrue();
    }

    @Test
    void readsTheClockForOneChunkInEight() {
        chunks(1, BORDER_NANOS);
        assertThat(clockReads).isEqualTo(2);
        chunks(7, BORDER_NANOS);
        assertThat(clockReads).isEqualTo(2);
        chunks(1, BORDER_NANOS);
        assertThat(clockReads).isEqualTo(4);
    }

    @Test
    void singleSlowSampleChangesNothing() {
        for (int i = 0; i < 20; i++) {
            chunks(1, 1000 * BORDER_NANOS);
            chunks(15, BORDER_NANOS);
            assertThat(rate.isSlow()).isFalse();
        }
    }

    @Test
    void changesAfterFourOppositeSamplesIndependentOfEarlierOnes() {
        chunks(800, 2 * BORDER_NANOS);
        chunks(24, BORDER_NANOS);
        assertThat(rate.isSlow()).isTrue();
        chunks(1, BORDER_NANOS);
        assertThat(rate.isSlow()).isFalse();
        chunks(799, BORDER_NANOS);
        chunks(24, 2 * BORDER_NANOS);
        assertThat(rate.isSlow()).isFalse();
        chunks(1, 2 * BORDER_NANOS);
        assertThat(rate.isSlow()).isTrue();
    }

    @Test
    void aChunkThatFailsIsNotCounted() {
        for (int i = 0; i < 25; i++) {
            rate.begin();
            nanos += 100 * BORDER_NANOS;
            chunk(CHUNK_BYTES, BORDER_NANOS);
        }
        assertThat(rate.isSlow()).isFalse();
    }
}
