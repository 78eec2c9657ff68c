package io.foreread.agent.readahead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.recorder.Activity;
import io.foreread.exporter.recorder.ThreadRecord;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OpenScansTest {
    private static final String DIRECTORY = "/var/lib/cassandra/data/shop/";
    private static final String ID = "-0f2c5a70d3b811eea9d0c1b2a3948576/";
    private static final String PATH = DIRECTORY + "orders" + ID + "nb-7-big-Data.db";

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
    private final OpenScans scans = new OpenScans(nanos::get);

    @Test
    void readerCountsWhileItIsOpenedAndUntilItIsClosed() {
        assertThat(scans.count()).isZero();
        assertThat(scans.beginOpening()).isTrue();
        assertThat(scans.count()).isOne();
        Object reader = new Object();
        OpenScans.Registration registration = scans.register(reader, PATH);
        scans.endOpening();
        assertThat(scans.count()).isOne();
        OpenScans.Registration other = scans.register(reader, PATH);
        assertThat(scans.count()).isEqualTo(2);
        registration.close();
        registration.close();
        assertThat(scans.count()).isOne();
        other.close();
        assertThat(scans.count()).isZero();
    }

    @Test
    void afterARefusalNoReaderIsOpenedAndOpenOnesCount() {
        OpenScans.Registration open = scans.register(this, PATH);
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
    void readerThatNothingCanUseDoesNotCount() {
        Object used = new Object();
        scans.register(used, PATH);
        scans.register(new Object(), PATH);
        await().until(() -> {
            System.gc();
            return scans.count() == 1;
        });
        assertThat(used).isNotNull();
    }

    @Test
    void whatAForgottenReaderReservedIsGivenUpOnce() {
        AtomicInteger givenUp = new AtomicInteger();
        scans.register(new Object(), PATH).ifForgotten(givenUp::incrementAndGet);
        await().until(() -> {
            System.gc();
            scans.register(this, PATH).close();
            return givenUp.get() > 0;
        });
        assertThat(scans.count()).isZero();
        assertThat(givenUp).hasValue(1);
    }

    @Test
    void whatAClosedReaderReservedIsNotGivenUpAgain() {
        AtomicInteger givenUp = new AtomicInteger();
        Object reader = new Object();
        OpenScans.Registration registration = scans.register(reader, PATH);
        registration.ifForgotten(givenUp::incrementAndGet);
        registration.close();
        registration.clear();
        registration.enqueue();
        scans.register(this, PATH).close();
        assertThat(scans.count()).isZero();
        assertThat(givenUp).hasValue(0);
        assertThat(reader).isNotNull();
    }

    @Test
    void longestScanIsDescribedByItsAgeItsOperationAndItsTable() {
        assertThat(scans.longest()).isEmpty();
        Activity outer = ThreadRecord.current().enter(Activity.COMPACTION);
        OpenScans.Registration first = scans.register(this, PATH);
        ThreadRecord.current().restore(outer);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(300));
        OpenScans.Registration second =
                scans.register(this, DIRECTORY + "orders" + ID + ".by_customer/nb-9-big-Data.db");
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(12));
        assertThat(scans.longest()).isEqualTo("312 s: compaction of shop.orders");
        first.close();
        assertThat(scans.longest()).isEqualTo("12 s: scan of shop.orders.by_customer");
        second.close();
        OpenScans.Registration elsewhere = scans.register(this, "/tmp/nb-1-big-Data.db");
        assertThat(scans.longest()).isEqualTo("0 s: scan of /tmp/nb-1-big-Data.db");
        elsewhere.close();
        assertThat(scans.longest()).isEmpty();
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
                            OpenScans.Registration registration = contended.register(reader, PATH);
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
