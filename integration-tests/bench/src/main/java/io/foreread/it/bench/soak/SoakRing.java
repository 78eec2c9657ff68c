package io.foreread.it.bench.soak;

import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A cluster of two nodes with the agent, because a repair needs two. The first node is monitored. */
final class SoakRing implements AutoCloseable {
    static final String KEYSPACE = "soak";
    static final String TABLE = KEYSPACE + ".rows";

    private static final Duration START_LIMIT = Duration.ofMinutes(10);

    private final ChildJvmNode watched;
    private final ChildJvmNode other;

    private SoakRing(ChildJvmNode watched, ChildJvmNode other) {
        this.watched = watched;
        this.other = other;
    }

    /** @param settings settings of both agents, separated by commas */
    static SoakRing start(CassandraVersion release, String settings, Path storage) {
        ChildJvmNode watched = node(release, settings, storage.resolve("1")).start();
        try {
            ChildJvmNode other = node(release, settings, storage.resolve("2"))
                    .address("127.0.0.2")
                    .joining(watched)
                    .start();
            SoakRing ring = new SoakRing(watched, other);
            ring.createTable();
            return ring;
        } catch (RuntimeException e) {
            watched.kill();
            throw e;
        }
    }

    private static ChildJvmNodeBuilder node(CassandraVersion release, String settings, Path storage) {
        return ChildJvmNode.of(release, storage)
                .heap("512m", "512m")
                .startLimit(START_LIMIT)
                .agent(settings);
    }

    private void createTable() {
        CqlSession session = watched.session();
        session.execute("CREATE KEYSPACE " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 2}");
        // The table is flushed at fixed intervals, so that minor compactions occur at a constant rate.
        session.execute("CREATE TABLE " + TABLE + " (k int PRIMARY KEY, v blob) WITH compression ="
                + " {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16} AND memtable_flush_period_in_ms = 10000");
    }

    ChildJvmNode watched() {
        return watched;
    }

    /** The ERROR lines in the logs of both nodes. */
    List<String> errors() {
        return Stream.of(watched, other).flatMap(node -> node.errors().stream()).toList();
    }

    @Override
    public void close() {
        // A normal shutdown would only write data that is deleted afterwards.
        other.kill();
        watched.kill();
    }
}
