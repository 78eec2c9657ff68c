package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.registry.UsedRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares nodes with the lists of metrics in the resources of the exporter. The tests of its catalog read these lists. */
class UsedRegistryIT {
    @ParameterizedTest
    @MethodSource("io.foreread.it.fixture.CassandraRelease#newest")
    void theNodeRegistersTheMetricsOfItsCommittedList(CassandraRelease release) throws IOException {
        try (ChildJvmNode node = ChildJvmNode.of(release, NodeReleases.storage("registry", release))
                .start()) {
            assertThat(registeredByUse(release, UsedRegistry.list(node)))
                    .as("metrics of the node. If they are right, run integration-tests/dump-registry")
                    .containsExactlyElementsOf(
                            registeredByUse(release, Files.readString(UsedRegistry.file(release.version()))));
        }
    }

    /** Leaves out metrics that a single node of 3.11 registers with its first message to itself, at any time. */
    private static List<String> registeredByUse(CassandraRelease release, String list) {
        boolean registersConnectionsAnyTime = release.version().line().equals("3.11");
        return list.lines()
                .filter(metric -> !(registersConnectionsAnyTime && metric.startsWith("Connection.")))
                .toList();
    }
}
