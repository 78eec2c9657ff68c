package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Scrape;
import java.util.List;
import java.util.Map;

/** Checks the exposition of a node with the agent: its hooks, and the metrics of Cassandra. */
record AppliedExposition(Scrape scrape, CassandraRelease release) {
    /** Checks which hooks are applied and which are skipped, and that none has failed. */
    void assertHooksAreApplied() {
        assertThat(scrape.named("foreread_hook_status", Map.of("state", "failed")))
                .isEmpty();
        assertThat(scrape.sum("foreread_probe_failures_total")).isZero();
        String scanner = release.equals(CassandraRelease.LAST_WITHOUT_NATIVE) ? "sstable-scanner" : "big-table-scanner";
        for (String hook :
                new String[] {scanner, "channel-proxy", "compaction-task", "read-command", "cassandra-daemon"})
            assertThat(scrape.named("foreread_hook_status", Map.of("hook", hook, "state", "applied")))
                    .as(hook)
                    .hasSize(1);
        for (String hook : List.of("native-scanner", "chunk-writer", "writer-commit"))
            assertThat(scrape.named("foreread_hook_status", Map.of("hook", hook, "state", "skipped")))
                    .as(hook)
                    .hasSize(1);
    }

    void assertIdentityAndCassandrasMetrics() {
        assertThat(scrape.sum("cassandra_node_info", Map.of("release_version", release.toString())))
                .isEqualTo(1);
        assertThat(scrape.sum("cassandra_client_request_latency_seconds_count", Map.of("operation", "write")))
                .isGreaterThan(10_000);
        assertThat(scrape.sum("cassandra_client_request_latency_seconds_sum", Map.of("operation", "write")))
                .as("total write latency, for a mean between 1 µs and 1 s")
                .isBetween(
                        1e-6
                                * scrape.sum(
                                        "cassandra_client_request_latency_seconds_count", Map.of("operation", "write")),
                        1.0
                                * scrape.sum(
                                        "cassandra_client_request_latency_seconds_count",
                                        Map.of("operation", "write")));
        for (String family : new String[] {
            "cassandra_compaction_completed_total",
            "cassandra_thread_pool_active_tasks",
            "cassandra_dropped_messages_total",
            "cassandra_cache_capacity_bytes",
            "cassandra_storage_load_bytes",
            "cassandra_commit_log_size_bytes",
            "jvm_memory_pool_used_bytes",
            "process_cpu_usage"
        }) assertThat(scrape.has(family)).as(family).isTrue();
    }

    /** Cassandra reports -1, NaN or the maximum of the number type for values that are unknown or unlimited. */
    void assertNoValueMeansUnknown() {
        assertThat(scrape.samples())
                .filteredOn(sample -> sample.value() < 0
                        || Double.isNaN(sample.value())
                        || Double.isInfinite(sample.value())
                        || sample.value() == Integer.MAX_VALUE
                        || (sample.value() >= 1e-9 * Long.MAX_VALUE
                                && sample.name().endsWith("_seconds")))
                .isEmpty();
    }

    void assertSpaceOfEachDirectory() {
        for (String kind : new String[] {"data", "commitlog", "saved_caches", "hints"}) {
            assertThat(scrape.sum("cassandra_filesystem_size_bytes", Map.of("kind", kind)))
                    .as(kind)
                    .isGreaterThan(1 << 20);
            assertThat(scrape.sum("cassandra_filesystem_avail_bytes", Map.of("kind", kind)))
                    .as(kind)
                    .isPositive();
        }
    }
}
