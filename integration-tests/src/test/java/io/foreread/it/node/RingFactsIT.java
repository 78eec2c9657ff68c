package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one node tells of another that comes, goes silent and is removed. */
class RingFactsIT {
    @TempDir
    private Path storage;

    @Test
    void anotherNodeIsUpThenDownThenGone() {
        try (ChildJvmNode first = node("1").agent("metrics.refresh.slow=5s").start()) {
            String hostId;
            String endpoint;
            try (ChildJvmNode second =
                    node("2").address("127.0.0.2").joining(first).start()) {
                await().untilAsserted(() -> {
                    Scrape scrape = first.metrics();
                    assertThat(scrape.named("cassandra_endpoint_up", Map.of())).hasSize(2);
                    assertThat(scrape.sum("cassandra_endpoint_up")).isEqualTo(2);
                    assertThat(scrape.value("cassandra_nodes", Map.of("state", "live")))
                            .hasValue(2);
                    assertThat(scrape.value("cassandra_schema_versions", Map.of()))
                            .hasValue(1);
                    assertThat(scrape.sum("cassandra_ring_ownership_ratio")).isBetween(0.0001, 0.9999);
                    assertThat(scrape.sum("cassandra_endpoint_phi")).isPositive();
                });
                endpoint = first.metrics()
                        .named("cassandra_endpoint_up", Map.of())
                        .map(sample -> sample.labels().get("endpoint"))
                        .filter(name -> name.startsWith("127.0.0.2"))
                        .findFirst()
                        .orElseThrow();
                hostId = second.session()
                        .execute("SELECT host_id FROM system.local")
                        .one()
                        .getUuid(0)
                        .toString();
                second.kill();
            }
            await().untilAsserted(() -> {
                Scrape scrape = first.metrics();
                assertThat(scrape.value("cassandra_endpoint_up", Map.of("endpoint", endpoint)))
                        .hasValue(0);
                assertThat(scrape.value("cassandra_endpoints", Map.of("state", "down")))
                        .hasValue(1);
                assertThat(scrape.value("cassandra_nodes", Map.of("state", "unreachable")))
                        .hasValue(1);
            });
            first.jmx().invoke(NodeJmx.name("org.apache.cassandra.db:type=StorageService"), "removeNode", hostId);
            await().untilAsserted(() -> {
                Scrape scrape = first.metrics();
                assertThat(scrape.value("cassandra_endpoint_up", Map.of("endpoint", endpoint)))
                        .isEqualTo(OptionalDouble.empty());
                assertThat(scrape.value("cassandra_endpoints", Map.of("state", "down")))
                        .hasValue(0);
                assertThat(scrape.sum("cassandra_ring_ownership_ratio")).isEqualTo(1);
            });
        }
    }

    private ChildJvmNode.Builder node(String name) {
        return ChildJvmNode.of(CassandraRelease.V4_1_10, storage.resolve(name)).heap("384m", "384m");
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofSeconds(1));
    }
}
