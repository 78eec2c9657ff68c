package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A release of Cassandra in which a field that the agent reads has another name. The landmarks of the hooks do not contain this
 * field, so the hooks are applied.
 */
class UnknownReleaseIT {
    private static final String KEYSPACE = "unknown";
    private static final String TABLE = "rows";
    private static final int ROWS = 3000;

    static Stream<CassandraRelease> releases() {
        return NodeReleases.ends(CassandraRelease.newestOf("4.1"), CassandraRelease.newestOf("5.0"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void scansUseCassandrasReaderAndTheFirstErrorIsLogged(CassandraRelease release) throws IOException {
        Path storage = NodeReleases.storage("unknown", release);
        Path changed = storage.resolve("changed-classes");
        Path jar = CassandraArtifacts.named(
                CassandraArtifacts.inBuildDirectory().classPath(release.version()), "cassandra-all");
        assertThat(new RenamedField("dfile", "Lorg/apache/cassandra/io/util/FileHandle;").write(jar, changed))
                .isPositive();
        try (ChildJvmNode node = ChildJvmNode.of(release, storage)
                .classesBefore(changed)
                // With mmap, Foreread reads in place of the native reader of 5.0.
                .diskAccessMode("mmap")
                .agent("")
                .start()) {
            RowDigest written = writeSstables(node);
            node.jmx().majorCompact(KEYSPACE, TABLE);
            node.jmx().scrub(KEYSPACE, TABLE);
            node.jmx().verify(KEYSPACE, TABLE);
            assertThat(RowDigest.of(node.session(), KEYSPACE + "." + TABLE)).isEqualTo(written);

            Scrape scrape = node.metrics();
            assertThat(scrape.sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error")))
                    .isGreaterThanOrEqualTo(3);
            assertThat(scrape.sum("foreread_buffer_used_bytes")).isZero();
            assertThat(node.errors()).isEmpty();
            assertThat(node.log().stream().filter(line -> line.contains("Foreread could not read ahead")))
                    .hasSize(1);
        }
    }

    private static RowDigest writeSstables(ChildJvmNode node) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + TABLE, 500);
        rows.createTable("compression = {'class': 'LZ4Compressor'}");
        node.jmx().disableAutoCompaction(KEYSPACE, TABLE);
        for (int version = 0; version < 3; version++) {
            rows.write(version * 500L, version * 500L + ROWS, version, count -> {});
            node.jmx().flush(KEYSPACE, TABLE);
        }
        return RowDigest.of(node.session(), KEYSPACE + "." + TABLE);
    }
}
