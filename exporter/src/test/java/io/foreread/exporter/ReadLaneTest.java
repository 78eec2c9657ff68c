package io.foreread.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.source.BackgroundRead;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadLaneTest {
    private final AtomicLong nanos = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final ReadLane lane = new ReadLane(this::start, nanos::get);

    private void start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    @AfterEach
    void release() throws InterruptedException {
        release.countDown();
        for (Thread thread : threads) thread.join();
    }

    @Test
    void readsAreInOrderOnOneThread() throws InterruptedException {
        List<Integer> order = new ArrayList<>();
        lane.add(List.of(() -> order.add(1), () -> order.add(2), () -> order.add(3)));
        for (Thread thread : threads) thread.join();
        assertThat(order).containsExactly(1, 2, 3);
        assertThat(threads).hasSize(1);
    }

    /** The process can have too many threads for a moment. */
    @Test
    void laneContinuesAfterAThreadCouldNotStart() throws InterruptedException {
        AtomicInteger failures = new AtomicInteger(1);
        ReadLane failing = new ReadLane(
                task -> {
                    if (failures.getAndDecrement() > 0) throw new OutOfMemoryError("unable to create native thread");
                    start(task);
                },
                nanos::get);
        AtomicInteger count = new AtomicInteger();
        failing.add(List.of(count::incrementAndGet));
        assertThat(count).hasValue(0);
        failing.tick();
        for (Thread thread : threads) thread.join();
        assertThat(count).hasValue(1);
    }

    @Test
    void readThatDoesNotReturnDoesNotStopTheOthers() throws InterruptedException {
        Hanging hanging = new Hanging();
        CountDownLatch other = new CountDownLatch(2);
        BackgroundRead count = other::countDown;
        lane.add(List.of(hanging, count));
        hanging.awaitBegun();
        nanos.addAndGet(ReadLane.STALLED_AFTER.toNanos() - 1);
        lane.tick();
        assertThat(threads).as("threads just before the first read is stalled").hasSize(1);
        nanos.incrementAndGet();
        lane.tick();
        threads.get(1).join();
        assertThat(other.getCount()).isEqualTo(1);

        // The next pass runs the second read again, but not the first read, which has not returned.
        lane.add(List.of(hanging, count));
        threads.get(2).join();
        assertThat(other.getCount()).isZero();
        assertThat(hanging.count).hasValue(1);

        release.countDown();
        threads.get(0).join();
        lane.add(List.of(hanging));
        threads.get(3).join();
        assertThat(hanging.count).as("read again once it has returned").hasValue(2);
    }

    @Test
    void numberOfStalledThreadsIsLimited() throws InterruptedException {
        List<Hanging> hanging = new ArrayList<>();
        for (int i = 0; i <= ReadLane.MAX_STALLED; i++) hanging.add(new Hanging());
        lane.add(hanging);
        for (int i = 0; i < ReadLane.MAX_STALLED; i++) {
            hanging.get(i).awaitBegun();
            nanos.addAndGet(ReadLane.STALLED_AFTER.toNanos());
            lane.tick();
        }
        assertThat(threads).hasSize(ReadLane.MAX_STALLED);
        release.countDown();
        hanging.get(ReadLane.MAX_STALLED).awaitBegun();
    }

    @Test
    void failedReadDoesNotStopTheOthers() throws InterruptedException {
        CountDownLatch other = new CountDownLatch(1);
        lane.add(List.of(
                () -> {
                    throw new IllegalStateException("no");
                },
                () -> {
                    throw new OutOfMemoryError("no direct memory");
                },
                other::countDown));
        for (Thread thread : threads) thread.join();
        assertThat(other.getCount()).isZero();
    }

    private final class Hanging implements BackgroundRead {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void read() {
            count.incrementAndGet();
            begun.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void awaitBegun() throws InterruptedException {
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }
}
