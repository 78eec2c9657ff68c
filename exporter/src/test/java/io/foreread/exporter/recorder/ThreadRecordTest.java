package io.foreread.exporter.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadRecordTest {
    @Test
    void recordLastsAsLongAsItsThread() {
        Activity outer = ThreadRecord.current().enter(Activity.SCRUB);
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        IsolatedClasses.awaitCollected(garbage);
        assertThat(ThreadRecord.current().activity()).isEqualTo(Activity.SCRUB);
        ThreadRecord.current().restore(outer);
    }

    @Test
    void eachThreadHasItsOwnRecord() throws InterruptedException {
        ThreadRecord mine = ThreadRecord.current();
        ThreadRecord[] other = new ThreadRecord[1];
        Thread thread = new Thread(() -> other[0] = ThreadRecord.current());
        thread.start();
        thread.join();
        assertThat(other[0]).isNotNull().isNotSameAs(mine);
        assertThat(ThreadRecord.current()).isSameAs(mine);
    }

    @Test
    void recordsOfEndedThreadsAreDropped() throws InterruptedException {
        ThreadRecord.current();
        int before = ThreadRecord.count();
        for (int i = 0; i < 2_000; i++) {
            Thread thread = new Thread(ThreadRecord::current);
            thread.start();
            thread.join();
        }
        assertThat(ThreadRecord.count()).isLessThan(2 * before + 200);
        assertThat(ThreadRecord.current().activity()).isNotNull();
    }

    /** Cassandra's threads exist longer than an attachment of the agent. */
    @Test
    void threadDoesNotKeepTheClassOfItsRecord() throws Exception {
        CountDownLatch used = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        WeakReference<ClassLoader> loader = useOnThread(used, end);
        used.await();
        IsolatedClasses.awaitCollected(loader);
        end.countDown();
    }

    private static WeakReference<ClassLoader> useOnThread(CountDownLatch used, CountDownLatch end) throws Exception {
        try (IsolatedClasses classes = new IsolatedClasses()) {
            Class<?> type = classes.loadClass(ThreadRecord.class.getName());
            assertThat(type).isNotSameAs(ThreadRecord.class);
            Runnable[] use = {
                () -> {
                    try {
                        type.getMethod("current").invoke(null);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
            Thread thread = new Thread(() -> {
                use[0].run();
                use[0] = null;
                used.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            used.await();
            return new WeakReference<>(classes);
        }
    }
}
