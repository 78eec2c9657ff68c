package io.foreread.it.bench.soak;

import io.foreread.it.fixture.Scrape;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Scrapes every second and checks each response. Thread-safe. */
final class SoakScrapes implements AutoCloseable {
    private final URI endpoint;
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "soak-scrapes");
        thread.setDaemon(true);
        return thread;
    });

    SoakScrapes(URI endpoint) {
        this.endpoint = endpoint;
        clock.scheduleAtFixedRate(this::scrape, 0, 1, TimeUnit.SECONDS);
    }

    long answered() {
        return answered.sum();
    }

    long failed() {
        return failed.sum();
    }

    @Nullable
    String firstFailure() {
        return firstFailure.get();
    }

    private void scrape() {
        try {
            Scrape scrape = Scrape.from(endpoint);
            if (!scrape.has("foreread_fills_total"))
                throw new IllegalStateException("the scrape has no metrics of Foreread");
            answered.increment();
        } catch (RuntimeException e) {
            failed.increment();
            firstFailure.compareAndSet(null, e.toString());
        }
    }

    @Override
    public void close() {
        clock.shutdown();
        try {
            clock.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
