package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;

/** The two nodes on which each fault is caused: one without and one with the agent. */
enum NodeVariant {
    STOCK,
    AGENT;

    /** Configures a node with a small heap, because a suite runs both nodes at the same time. */
    ChildJvmNodeBuilder node(CassandraRelease release, Path storage) {
        return of(ChildJvmNode.of(release, storage).heap("384m", "384m"), release);
    }

    /** Returns a builder for a node with the storage and ports of {@code node}, which must have stopped before the start. */
    ChildJvmNodeBuilder restarted(ChildJvmNode node, CassandraRelease release) {
        return of(node.again(), release);
    }

    private ChildJvmNodeBuilder of(ChildJvmNodeBuilder builder, CassandraRelease release) {
        // Uses Foreread's reader also where Cassandra has native read-ahead, and another thread for the writes.
        return this == AGENT
                ? builder.agent(release.hasNativeReadAhead() ? "read-ahead=on,compress-ahead=on" : "compress-ahead=on")
                : builder;
    }
}
