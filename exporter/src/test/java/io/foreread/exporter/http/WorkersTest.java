package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorkersTest {
    /** Prometheus' default. */
    private static final Duration SCRAPE_TIMEOUT = Duration.ofSeconds(10);

    @Test
    void nobodyIsHurriedWhileNobodyWaits() {
        assertThat(Workers.mostNanos(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void theMoreWaitTheLessTimeAStalledClientHas() {
        assertThat(Workers.mostNanos(1)).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(Workers.mostNanos(100)).isBetween(300_000_000L, 900_000_000L);
        assertThat(Workers.mostNanos(Workers.MOST_WAITING))
                .isEqualTo(Duration.ofMillis(250).toNanos());
    }

    @Test
    void behindStalledClientsAScrapeIsStillInTime() {
        for (int waiting = 1; waiting <= Workers.MOST_WAITING; waiting++)
            assertThat(waiting * Workers.mostNanos(waiting) / Workers.THREADS)
                    .isLessThan(SCRAPE_TIMEOUT.multipliedBy(2).dividedBy(3).toNanos());
    }
}
