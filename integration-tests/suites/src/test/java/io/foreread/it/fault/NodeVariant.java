package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;

/** The two nodes of each fault: without and with the agent. */
enum NodeVariant {
    STOCK,
    AGENT;

    /** A small heap, because a suite runs both at the same time. */
    ChildJvmNodeBuilder node(CassandraRelease release, Path storage) {
        return of(ChildJvmNode.of(release, storage).heap("384m", "384m"), release);
    }

    /** Returns a node on the same storage, to start after this one has stopped. */
    ChildJvmNodeBuilder restarted(ChildJvmNode node, CassandraRelease release) {
        return of(node.again(), release);
    }

    private ChildJvmNodeBuilder of(ChildJvmNodeBuilder builder, CassandraRelease release) {
        // Use Foreread's reader also where Cassandra has native read-ahead.
        return this == AGENT ? builder.agent(release.hasNativeReadAhead() ? "read-ahead=on" : "") : builder;
    }
}
