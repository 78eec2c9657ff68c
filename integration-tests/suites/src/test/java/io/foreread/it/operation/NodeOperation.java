package io.foreread.it.operation;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeJmx;
import java.util.List;
import java.util.Set;

/** What nodetool can do to the sstables of a whole keyspace. */
enum NodeOperation {
    /** A node that owns the whole ring has nothing to clean, and sees so without reading. */
    CLEANUP(null, NodeJmx::cleanup),
    SCRUB("scrub", NodeJmx::scrub),
    /** Reads the head of each partition and seeks the next. */
    VERIFY("verify", NodeJmx::verify),
    UPGRADESSTABLES("upgradesstables", NodeJmx::upgradeSSTables),
    GARBAGECOLLECT("compaction", NodeJmx::garbageCollect);

    /** Null if it reads nothing. */
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
     * Whether the release can do it to that table: 5.0.3's own scrub drops partitions that hold range tombstones, or
     * rows that are gone (ClassCastException and NullPointerException in its iterators).
     */
    boolean suits(String table, CassandraVersion version) {
        return this != SCRUB
                || !version.isAtLeast(5, 0)
                || !Set.of("deleted", "purged", "expiring", "viewed_by_place").contains(table);
    }

    Observed on(CassandraNode node, String keyspace, List<String> tables) {
        return Observed.during(node, () -> call.on(node.jmx(), keyspace, tables.toArray(String[]::new)));
    }

    /** Whether it goes through every sstable on a node that owns the whole ring. */
    boolean reads() {
        return activity != null;
    }

    boolean readsEveryRow() {
        return reads() && this != VERIFY;
    }

    /** What the endpoint calls it. */
    String activity() {
        return activity;
    }
}
