package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;

/** The two nodes that each fault is caused on: without and with the agent. */
enum NodeVariant {
    STOCK,
    AGENT;

    /** Small, because a suite runs one of each at a time. */
    ChildJvmNodeBuilder node(CassandraRelease release, Path storage) {
        return of(ChildJvmNode.of(release, storage).heap("384m", "384m"), release);
    }

    /** The same node to be started again once it is gone. */
    ChildJvmNodeBuilder restarted(ChildJvmNode node, CassandraRelease release) {
        return of(node.again(), release);
    }

    private ChildJvmNodeBuilder of(ChildJvmNodeBuilder builder, CassandraRelease release) {
        // Where Cassandra has a reader of its own, the fault is to meet ours all the same.
        return this == AGENT ? builder.agent(release.hasNativeReadAhead() ? "read-ahead=on" : "") : builder;
    }
}
