package io.foreread.agent.writeahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RingStateTest {
    private static final int SIZE = 8;

    private final RingState state = new RingState(SIZE);

    private void submit(int chunks) {
        for (int i = 0; i < chunks; i++) assertThat(state.submit()).isTrue();
    }

    @Test
    void noFurtherThreadIsRequestedWhileOneWaitsForTheOwner() throws Exception {
        submit(SIZE - 1);
        assertThat(state.requestsThread()).isTrue();
        assertThat(state.begin()).as("the owner writes").isTrue();
        CompletableFuture<Boolean> begun = new CompletableFuture<>();
        Thread requested = new Thread(() -> begun.complete(state.beginRequested()));
        requested.start();
        while (requested.getState() != Thread.State.WAITING) Thread.onSpinWait();
        // The other thread cannot begin between the two calls.
        synchronized (state) {
            state.leave();
            assertThat(state.requestsThread()).isFalse();
        }
        assertThat(begun.get()).isTrue();
        state.leave();
        assertThat(state.requestsThread()).as("after the thread has ended").isTrue();
    }

    @Test
    void aThreadIsRequestedForHalfOfTheRingAlsoAfterManyChunks() {
        for (int i = 0; i < 3 * SIZE; i++) {
            submit(1);
            assertThat(state.requestsThread()).as("one chunk is pending").isFalse();
            write();
            assertThat(state.takeWritten()).isOne();
        }
        submit(SIZE / 2);
        assertThat(state.requestsThread()).isTrue();
    }

    /** Writes the oldest pending chunk. */
    private void write() {
        assertThat(state.begin()).isTrue();
        assertThat(state.next(0)).isNotNegative();
        state.written(1);
        state.leave();
    }

    @Test
    void anOwnerThatWaitsForSomeChunksContinuesWhileTheOthersAreWritten() throws Exception {
        submit(2);
        assertThat(state.begin()).isTrue();
        Thread owner = new Thread(() -> state.awaitDone(1));
        owner.start();
        while (owner.getState() != Thread.State.WAITING) Thread.onSpinWait();
        assertThat(state.next(0)).isZero();
        state.written(1);
        owner.join();
        assertThat(state.next(0)).as("the other chunk is still pending").isOne();
    }

    @Test
    void aThreadThatHasWrittenEnoughDoesNotWaitForTheNextChunk() {
        submit(2);
        assertThat(state.begin()).isTrue();
        assertThat(state.next(0)).isZero();
        assertThat(state.claimNewest(1))
                .as("the owner compresses the other chunk")
                .isOne();
        state.written(1);
        assertThat(state.next(1)).isEqualTo(RingState.NONE);
    }

    @Test
    void aRequestedThreadDoesNotBeginAfterTheRingWasStopped() {
        submit(SIZE - 1);
        assertThat(state.requestsThread()).isTrue();
        state.stop();
        assertThat(state.beginRequested()).isFalse();
    }

    @Test
    void ofTwoFailuresThatOfTheOlderChunkCounts() {
        IllegalStateException compression = new IllegalStateException("cannot compress");
        IOException write = new IOException("No space left on device");
        submit(2);
        assertThat(state.begin()).isTrue();
        assertThat(state.next(0)).isZero();
        assertThat(state.claimNewest(1)).isEqualTo(1);
        state.compressionFailed(1, compression);
        assertThat(state.failure()).isSameAs(compression);
        state.failed(write);
        assertThat(state.failure()).isSameAs(write);
        assertThat(write).hasSuppressedException(compression);
    }
}
