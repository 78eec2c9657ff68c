package io.foreread.it.operation;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeJmx;
import java.util.List;
import java.util.Set;

/** Operations of nodetool on all sstables of some tables. */
enum NodeOperation {
    /** On a node that owns the whole ring, cleanup reads nothing. */
    CLEANUP(null, NodeJmx::cleanup),
    SCRUB("scrub", NodeJmx::scrub),
    /** Reads the start of each partition and seeks to the next one. */
    VERIFY("verify", NodeJmx::verify),
    UPGRADESSTABLES("upgradesstables", NodeJmx::upgradeSSTables),
    GARBAGECOLLECT("compaction", NodeJmx::garbageCollect);

    /** The value of the label {@code activity}; null if the operation reads nothing. */
    private final String activity;

    private final Call call;

    NodeOperation(String activity, Call call) {
        this.activity = activity;
        this.call = call;
    }

    private interface Call {
        void on(NodeJmx jmx, String keyspace, String... tables);
    }

    /**
     * Whether the release supports the operation for this table. From 5.0 on, scrub throws a ClassCastException or a
     * NullPointerException for partitions with range tombstones or expired rows, and drops them.
     */
    boolean suits(String table, CassandraVersion version) {
        return this != SCRUB
                || !version.isAtLeast(5, 0)
                || !Set.of("deleted", "purged", "expiring", "viewed_by_place").contains(table);
    }

    Observed on(CassandraNode node, String keyspace, List<String> tables) {
        return Observed.during(node, () -> call.on(node.jmx(), keyspace, tables.toArray(String[]::new)));
    }

    /** Whether the operation reads every sstable on a node that owns the whole ring. */
    boolean reads() {
        return activity != null;
    }

    boolean readsEveryRow() {
        return reads() && this != VERIFY;
    }

    /** The value of the label {@code activity}. */
    String activity() {
        return activity;
    }
}
