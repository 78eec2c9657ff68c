package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BucketHistogramTest {
    private final BucketHistogram histogram = new BucketHistogram(10, 100, 1000);

    @Test
    void countsAValueInTheFirstBucketThatIncludesIt() {
        for (long value : new long[] {0, 9, 10, 11, 100, 1000, 1001}) histogram.record(value);
        assertThat(cumulative(histogram.snapshot())).containsExactly(3L, 5L, 6L, 7L);
    }

    @Test
    void lastBucketIsUnbounded() {
        BucketHistogram.Snapshot snapshot = histogram.snapshot();
        assertThat(snapshot.bucketCount()).isEqualTo(4);
        assertThat(snapshot.upperBound(2)).isEqualTo(1000);
        assertThat(snapshot.upperBound(3)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void sumIsExact() {
        histogram.record(7);
        histogram.record(1_000_000_007);
        assertThat(histogram.snapshot().sum()).isEqualTo(1_000_000_014);
        assertThat(histogram.snapshot().count()).isEqualTo(2);
    }

    @Test
    void copiesItsBounds() {
        long[] bounds = {10};
        BucketHistogram own = new BucketHistogram(bounds);
        bounds[0] = 0;
        own.record(5);
        assertThat(own.snapshot().cumulativeCount(0)).isEqualTo(1);
    }

    @Test
    void cumulativeCountsNeverDecreaseWhileThreadsRecord() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> writers = IntStream.range(0, 3)
                .mapToObj(writer -> new Thread(() -> {
                    for (long value = 0; !stop.get(); value++) histogram.record(value % 2000);
                }))
                .toList();
        writers.forEach(Thread::start);
        List<Long> last = new ArrayList<>(List.of(0L, 0L, 0L, 0L));
        for (int i = 0; i < 20_000; i++) {
            List<Long> now = cumulative(histogram.snapshot());
            for (int bucket = 0; bucket < now.size(); bucket++) {
                assertThat(now.get(bucket)).isGreaterThanOrEqualTo(last.get(bucket));
                if (bucket > 0) assertThat(now.get(bucket)).isGreaterThanOrEqualTo(now.get(bucket - 1));
            }
            last = now;
        }
        stop.set(true);
        for (Thread writer : writers) writer.join();
    }

    private static List<Long> cumulative(BucketHistogram.Snapshot snapshot) {
        return IntStream.range(0, snapshot.bucketCount())
                .mapToObj(snapshot::cumulativeCount)
                .toList();
    }
}
