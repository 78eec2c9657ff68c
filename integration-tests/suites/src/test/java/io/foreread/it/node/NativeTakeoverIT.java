package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that Foreread reads ahead in compactions of releases with native read-ahead if the settings of Cassandra leave it
 * without effect, or if the settings of Foreread replace it.
 */
class NativeTakeoverIT {
    private static final String KEYSPACE = "foreread";

    /** The default run checks one release, because the condition does not depend on the line. */
    static Stream<CassandraRelease> releases() {
        CassandraRelease older = CassandraRelease.newestOf("5.0");
        if (!Full.isAskedFor()) return NodeReleases.of(older);
        return NodeReleases.of(older, CassandraRelease.newestOf("6.0"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void takesOverUnderMmapWhereTheNativeReaderHasNoEffect(CassandraRelease release) {
        assertTakenOver(release, "mmap", "", builder -> builder.diskAccessMode("mmap"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void takesOverWithTheChunkCacheOnWhereTheNativeReaderHasNoEffect(CassandraRelease release) {
        assertTakenOver(release, "cached", "", builder -> builder.fileCache(true));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void takesOverEverywhereIfReadAheadIsOn(CassandraRelease release) {
        Assumptions.assumeTrue(Full.isAskedFor(), "only with -Pfull");
        assertTakenOver(release, "on", "read-ahead=on", builder -> builder);
    }

    /** Cursor compaction has readers of its own. The hooks of scanners are off, so only these readers can read ahead. */
    @Test
    void takesOverInACursorCompactionUnderMmap() {
        CassandraRelease release = CassandraRelease.newestOf("6.0");
        Assumptions.assumeTrue(CassandraRelease.all().contains(release), "not selected by -Dcassandra.lines");
        ScansOfReaders scans = assertTakenOver(
                release,
                "cursor",
                "hooks.native-scanner=false,hooks.native-simple-scanner=false",
                builder -> builder.diskAccessMode("mmap").yaml("storage_compatibility_mode", "NONE"));
        assertThat(scans.by("foreread")).isEqualTo(ScansOfReaders.COMPACTED_SSTABLES);
    }

    private static ScansOfReaders assertTakenOver(
            CassandraRelease release,
            String suite,
            String agentOptions,
            UnaryOperator<ChildJvmNodeBuilder> configuration) {
        ChildJvmNodeBuilder builder = ChildJvmNode.of(release, NodeReleases.storage(suite, release));
        try (ChildJvmNode node =
                configuration.apply(builder.agent(agentOptions)).start()) {
            DeterministicRows.createKeyspace(node.session(), KEYSPACE, true);
            ScansOfReaders scans = ScansOfReaders.ofAMajorCompaction(node, KEYSPACE + ".compacted");
            assertThat(scans.by("foreread")).isPositive();
            assertThat(scans.meanReadBytes("compaction")).isGreaterThan(150_000);
            assertThat(node.errors()).isEmpty();
            return scans;
        }
    }
}
