package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DecodeShareTest {
    private final DecodeShare share = new DecodeShare();
    private long nowNanos = 1_000_000;

    @Test
    void isLargeOnceEnoughChunksTookATenthOfTheTime() {
        assertThat(chunks(32, 10, 90)).isFalse();
        assertThat(chunks(1, 10, 90)).isTrue();
        assertThat(chunks(32, 10, 90)).as("asked anew").isFalse();
        assertThat(chunks(1, 10, 90)).isTrue();
    }

    @Test
    void isSmallWhereTheScanDoesMore() {
        assertThat(chunks(200, 9, 91)).isFalse();
    }

    @Test
    void saysNothingOfWhatWasBeforeAJump() {
        chunks(32, 10, 90);
        share.restart();
        assertThat(chunks(32, 10, 90)).isFalse();
        assertThat(chunks(1, 10, 90)).isTrue();
    }

    /** @return what it says after the last of so many chunks */
    private boolean chunks(int count, long decodingNanos, long workNanos) {
        boolean large = false;
        for (int i = 0; i < count; i++) {
            nowNanos += workNanos;
            large = share.isLarge(nowNanos, nowNanos + decodingNanos);
            nowNanos += decodingNanos;
        }
        return large;
    }
}
