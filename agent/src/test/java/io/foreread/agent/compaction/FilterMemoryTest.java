package io.foreread.agent.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.InputRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FilterMemoryTest {
    private static final long QUARTER_BYTES = FilterMemory.MAX_BYTES / 4;

    private final InputRecorder recorder = new InputRecorder();
    private final FilterMemory memory = new FilterMemory(recorder);

    @Test
    void whatExceedsTheLimitIsRefusedAndTakesNothing() {
        assertThat(memory.reserve(3 * QUARTER_BYTES)).isTrue();
        assertThat(memory.reserve(QUARTER_BYTES + 1)).isFalse();
        assertThat(recorder.filterBytes()).isEqualTo(3 * QUARTER_BYTES);
        assertThat(memory.reserve(QUARTER_BYTES)).isTrue();
        memory.release(FilterMemory.MAX_BYTES);
        assertThat(recorder.filterBytes()).isZero();
    }

    /** Four threads have room for a quarter each, whatever a fifth asks for. */
    @Test
    void whatFitsIsReservedAndNothingIsLeftAfterTheRelease() {
        AtomicInteger refused = new AtomicInteger();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++)
            threads.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 20_000; i++) {
                    if (memory.reserve(QUARTER_BYTES)) memory.release(QUARTER_BYTES);
                    else refused.incrementAndGet();
                }
            }));
        CompletableFuture<Void> all = CompletableFuture.allOf(threads.toArray(new CompletableFuture<?>[0]));
        while (!all.isDone())
            assertThat(memory.reserve(FilterMemory.MAX_BYTES + 1)).isFalse();
        all.join();
        assertThat(refused).hasValue(0);
        assertThat(recorder.filterBytes()).isZero();
    }
}
