package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.Scrape;
import java.time.Duration;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** The agent's memory, as its own metrics tell. */
public final class Buffers {
    private Buffers() {}

    /** The fault met scans that read ahead, and they hold nothing any more. */
    static void assertUsedAndGivenBack(CassandraNode node) {
        assertThat(node.metrics().sum("foreread_fills_total")).isPositive();
        assertGivenBack(node);
    }

    public static void assertGivenBack(CassandraNode node) {
        assertGivenBack(node::metrics);
    }

    /** @param scrapes the newest each time */
    static void assertGivenBack(Supplier<Scrape> scrapes) {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Scrape scrape = scrapes.get();
            assertThat(scrape.sum("foreread_buffers_used")).isZero();
            assertThat(scrape.sum("foreread_buffer_used_bytes")).isZero();
        });
        assertThat(scrapes.get().sum("foreread_probe_failures_total")).isZero();
    }
}
