package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpenScansTest {
    private static final int GC_ATTEMPTS = 200;

    private final OpenScans scans = new OpenScans();

    @Test
    void readerCountsWhileItIsOpenedAndUntilItIsClosed() {
        assertThat(scans.count()).isZero();
        assertThat(scans.beginOpening()).isTrue();
        assertThat(scans.count()).isOne();
        Object reader = new Object();
        OpenScans.Registration registration = scans.register(reader);
        scans.endOpening();
        assertThat(scans.count()).isOne();
        OpenScans.Registration other = scans.register(reader);
        assertThat(scans.count()).isEqualTo(2);
        registration.close();
        registration.close();
        assertThat(scans.count()).isOne();
        other.close();
        assertThat(scans.count()).isZero();
    }

    @Test
    void afterARefusalNoReaderIsOpenedAndOpenOnesCount() {
        OpenScans.Registration open = scans.register(this);
        assertThat(scans.beginOpening()).isTrue();
        scans.refuse();
        assertThat(scans.beginOpening()).isFalse();
        assertThat(scans.count()).isEqualTo(2);
        scans.endOpening();
        open.close();
        assertThat(scans.count()).isZero();
        assertThat(scans.beginOpening()).isFalse();
        assertThat(scans.count()).isZero();
    }

    @Test
    void readerThatNothingCanUseDoesNotCount() throws InterruptedException {
        Object used = new Object();
        scans.register(used);
        scans.register(new Object());
        for (int i = 0; i < GC_ATTEMPTS && scans.count() > 1; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(scans.count()).isOne();
        assertThat(used).isNotNull();
    }

    /** Once the count is zero after a refusal, no reader is opened any more. */
    @Test
    void noReaderIsOpenedAfterTheCountWasZero() throws Exception {
        int threadCount = 4;
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        for (int round = 0; round < 200; round++) {
            OpenScans contended = new OpenScans();
            AtomicBoolean restored = new AtomicBoolean();
            AtomicInteger opened = new AtomicInteger();
            List<Future<?>> openers = new ArrayList<>();
            for (int i = 0; i < threadCount; i++)
                openers.add(threads.submit(() -> {
                    while (contended.beginOpening()) {
                        Object reader = new Object();
                        try {
                            assertThat(restored).isFalse();
                            OpenScans.Registration registration = contended.register(reader);
                            contended.endOpening();
                            opened.incrementAndGet();
                            assertThat(restored).isFalse();
                            registration.close();
                        } finally {
                            Reference.reachabilityFence(reader);
                        }
                    }
                }));
            while (opened.get() == 0) Thread.onSpinWait();
            contended.refuse();
            while (contended.count() > 0) Thread.onSpinWait();
            restored.set(true);
            for (Future<?> opener : openers) opener.get(10, TimeUnit.SECONDS);
        }
        threads.shutdown();
    }
}
