package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.Scrape;
import java.time.Duration;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** Checks with the agent's metrics that scans have released their memory. */
public final class AgentMemory {
    private AgentMemory() {}

    /** Checks that scans have read ahead and writers have compressed ahead, and that they have released their memory. */
    static void assertUsedAndReleased(CassandraNode node) {
        assertThat(node.metrics().sum("foreread_fills_total")).isPositive();
        if (!node.version().isAtLeast(6, 0))
            assertThat(node.metrics().sum("foreread_chunks_compressed_ahead_total"))
                    .isPositive();
        assertReleased(node);
    }

    public static void assertReleased(CassandraNode node) {
        assertReleased(node::metrics);
    }

    /** @param scrapes returns the newest scrape */
    static void assertReleased(Supplier<Scrape> scrapes) {
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            Scrape scrape = scrapes.get();
            assertThat(scrape.sum("foreread_buffers_used")).isZero();
            assertThat(scrape.sum("foreread_buffer_used_bytes")).isZero();
        });
        assertThat(scrapes.get().sum("foreread_probe_failures_total")).isZero();
    }
}
