package io.foreread.it.bench.reads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReadsDuringCompactionsTest {
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger loads = new AtomicInteger();

    @Test
    void theDurationOfACompactionExcludesTheWaitForOutstandingRequests() {
        ReadsDuringCompactions measured = ReadsDuringCompactions.measure(
                new RequestTotals(),
                compaction -> {
                    compaction.run();
                    pass(5);
                },
                () -> pass(2),
                clock::get,
                3,
                loads::incrementAndGet);

        assertThat(measured.compactionSeconds()).isEqualTo(2);
        assertThat(measured.compactions()).isEqualTo(2);
        assertThat(loads).hasValue(2);
    }

    private void pass(int seconds) {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }
}
