package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A release of Cassandra in which a field that the agent reads has another name. The landmarks of the hooks do not contain this
 * field, so the hooks are applied.
 */
class UnknownReleaseIT {
    private static final String KEYSPACE = "unknown";
    private static final String TABLE = "rows";
    private static final int ROWS = 3000;

    /** Read when a scan is opened. */
    private static final RenamedField FILE = new RenamedField(
            "org/apache/cassandra/io/sstable/format/", "dfile", "Lorg/apache/cassandra/io/util/FileHandle;");

    /** Read when a chunk is decoded. */
    private static final RenamedField CHUNK =
            new RenamedField("org/apache/cassandra/io/compress/CompressionMetadata$Chunk", "offset", "J");

    static Stream<Arguments> releases() {
        return NodeReleases.last(CassandraRelease.newestOf("4.1"), CassandraRelease.newestOf("5.0"))
                .flatMap(release -> Stream.of(FILE, CHUNK).map(field -> Arguments.of(release, field)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("releases")
    void scansUseCassandrasReaderAndTheFirstErrorIsLogged(CassandraRelease release, RenamedField field)
            throws IOException {
        Path storage = NodeReleases.storage("unknown", release);
        Path changed = storage.resolve("changed-classes");
        Path jar = CassandraArtifacts.named(
                CassandraArtifacts.inBuildDirectory().classPath(release.version()), "cassandra-all");
        assertThat(field.write(jar, changed)).isPositive();
        try (ChildJvmNode node = ChildJvmNode.of(release, storage)
                .classesBefore(changed)
                // With mmap, Foreread reads in place of the native reader of 5.0.
                .diskAccessMode("mmap")
                .agent("")
                .start()) {
            RowDigest written = writeSstables(node);
            assertFallsBack(node, () -> node.jmx().majorCompact(KEYSPACE, TABLE));
            assertFallsBack(node, () -> node.jmx().scrub(KEYSPACE, TABLE));
            assertFallsBack(node, () -> node.jmx().verify(KEYSPACE, TABLE));
            assertFallsBack(node, () -> assertThat(RowDigest.of(node.session(), KEYSPACE + "." + TABLE))
                    .isEqualTo(written));
            assertThat(node.metrics().sum("foreread_buffer_used_bytes")).isZero();
            assertThat(node.errors()).isEmpty();
            assertThat(node.log().stream().filter(line -> line.contains("Foreread could not read ahead")))
                    .hasSize(1);
        }
    }

    private static void assertFallsBack(ChildJvmNode node, Runnable work) {
        double before = fallbacks(node);
        work.run();
        assertThat(fallbacks(node)).isGreaterThan(before);
    }

    private static double fallbacks(ChildJvmNode node) {
        return node.metrics().sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error"));
    }

    private static RowDigest writeSstables(ChildJvmNode node) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + TABLE, 500);
        rows.createTable("compression = {'class': 'LZ4Compressor'}");
        node.jmx().disableAutoCompaction(KEYSPACE, TABLE);
        rows.writeOverlapping(3, 500, ROWS, () -> node.jmx().flush(KEYSPACE, TABLE));
        return RowDigest.of(node.session(), KEYSPACE + "." + TABLE);
    }
}
