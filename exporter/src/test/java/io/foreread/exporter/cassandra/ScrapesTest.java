package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ScrapesTest {
    private final AtomicLong nanos = new AtomicLong(5);
    private final Scrapes scrapes = new Scrapes(nanos::get);

    @Test
    void concurrentScrapesShareValuesThatAreAtMostASecondOld() {
        long first = scrapes.begin();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(scrapes.begin()).isEqualTo(first);
        nanos.incrementAndGet();
        assertThat(scrapes.begin()).isEqualTo(first + 1);
        assertThat(scrapes.begin()).isEqualTo(first + 1);
    }

    @Test
    void scrapeAfterTheEndOfAllOthersReadsNewValues() {
        long first = scrapes.begin();
        scrapes.begin();
        scrapes.end();
        assertThat(scrapes.begin()).isEqualTo(first);
        scrapes.end();
        scrapes.end();
        assertThat(scrapes.begin()).isEqualTo(first + 1);
    }
}
