package io.foreread.it.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final int PER_SECOND = 10_000;
    /** The number of requests that can be without a response. */
    private static final int AT_ONCE = 512;

    private final CompletableFuture<Void> response = new CompletableFuture<>();
    private final List<Long> dueNanos = new CopyOnWriteArrayList<>();

    @Test
    void requestsThatAreOverdueAreSentBeforeItIsClosed() throws Exception {
        CountDownLatch full = new CountDownLatch(AT_ONCE);
        Pace pace = new Pace(statement -> response, PER_SECOND, (number, due) -> {
            dueNanos.add(due);
            full.countDown();
            return new Pace.Request(SimpleStatement.newInstance("SELECT"), (error, nanos) -> {});
        });
        pace.start();
        assertThat(full.await(1, TimeUnit.MINUTES)).isTrue();
        // Meanwhile requests become due that cannot be sent.
        Thread.sleep(20);

        long closedNanos = System.nanoTime();
        CompletableFuture<Void> closed = CompletableFuture.runAsync(pace::close);
        response.complete(null);
        closed.get(1, TimeUnit.MINUTES);

        long periodNanos = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
        assertThat(dueNanos).hasSizeGreaterThan(AT_ONCE + 100);
        assertThat(dueNanos.get(dueNanos.size() - 1)).isGreaterThan(closedNanos - periodNanos);
    }
}
