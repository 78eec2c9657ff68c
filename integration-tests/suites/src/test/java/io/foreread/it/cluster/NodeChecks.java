package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fault.AgentMemory;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.operation.Observed;

/** Checks nodes after an operation of the cluster. */
final class NodeChecks {
    private NodeChecks() {}

    /** Checks that an operation read Data.db, that Foreread read ahead for it, and that the native reader did not. */
    static void assertReadAhead(Observed observed, String activity) {
        assertThat(observed.dataBytesRead(activity)).as(activity).isPositive();
        assertThat(observed.scansOfForeread("full")).as("scans that read ahead").isPositive();
        assertThat(observed.scansOfTheNativeReader()).isZero();
    }

    /** Checks that the agent has released its memory, and that the node logged neither an error nor a leak. */
    static void assertHealthy(ChildJvmNode node) {
        AgentMemory.assertReleased(node);
        assertThat(node.errors()).isEmpty();
        assertThat(node.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }
}
