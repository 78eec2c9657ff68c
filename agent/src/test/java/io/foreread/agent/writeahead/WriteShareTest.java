package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WriteShareTest {
    private long nanos = Long.MAX_VALUE - 500;
    private final WriteShare share = new WriteShare(() -> nanos);

    /** Fills a chunk in the first duration, and compresses and writes it in the second. */
    private void chunk(long fillNanos, long writeNanos) {
        nanos += fillNanos;
        share.begin();
        nanos += writeNanos;
        share.end();
    }

    private void chunks(int count, long fillNanos, long writeNanos) {
        for (int i = 0; i < count; i++) chunk(fillNanos, writeNanos);
    }

    @Test
    void aFifthOfTheTimeIsLarge() {
        chunks(WriteShare.CHUNKS_PER_SAMPLE, 80, 20);
        chunk(0, 20);
        assertThat(share.isLarge()).isTrue();
        chunks(2 * WriteShare.CHUNKS_PER_SAMPLE, 85, 15);
        assertThat(share.isLarge()).isFalse();
    }

    @Test
    void onlyTheLastSampleCounts() {
        chunks(WriteShare.CHUNKS_PER_SAMPLE, 0, 100);
        chunks(WriteShare.CHUNKS_PER_SAMPLE, 85, 15);
        chunk(85, 15);
        assertThat(share.isLarge()).isFalse();
    }

    @Test
    void nothingIsLargeBeforeEnoughChunks() {
        chunks(WriteShare.CHUNKS_PER_SAMPLE, 0, 100);
        assertThat(share.isLarge()).isFalse();
        chunk(0, 100);
        assertThat(share.isLarge()).isTrue();
    }

    @Test
    void timeBeforeARestartDoesNotCount() {
        chunks(10, 0, 100);
        nanos += 1_000_000;
        share.restart();
        chunks(WriteShare.CHUNKS_PER_SAMPLE + 1, 50, 50);
        assertThat(share.isLarge()).isTrue();
        share.restart();
        assertThat(share.isLarge()).as("until the next sample").isTrue();
    }
}
