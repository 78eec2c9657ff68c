package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.contract.MisorderedPartitions;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rewrites sstables whose keys are not in order. Up to 5.0.3 Cassandra does not treat misordered keys as corruption:
 * operations that rewrite such an sstable fail, and no {@code disk_failure_policy} applies.
 */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("releases")
class MisorderedKeysIT {
    private static final int SSTABLES = 2;
    private static final int ROWS = 200;
    private static final long KEYS = (SSTABLES + 1) * (ROWS / 2L);

    /** The table with an sstable in which two adjacent partitions are swapped. */
    private static final String SWAPPED = "swapped";

    /**
     * The table with an sstable whose last two partitions are swapped. Its summary contains the lower of the two keys
     * as the last key.
     */
    private static final String SWAPPED_AT_END = "swapped_at_end";

    /**
     * The results of a node for {@link #SWAPPED}.
     *
     * @param endings the results of operations that read the whole sstable
     * @param compacted the rows after scrub and compaction
     */
    private record Swapped(
            Map<String, String> endings,
            NodeState state,
            Set<String> errors,
            int liveSstables,
            String scan,
            Set<Long> unreadable,
            String compacted) {}

    /** The results of a node for {@link #SWAPPED_AT_END}. */
    private record SwappedAtEnd(String compaction, NodeState state, int liveSstables, String scrubbed) {}

    /** @param atEnd null if the node has stopped */
    private record RunResult(Swapped swapped, SwappedAtEnd atEnd) {}

    private static CassandraRelease release;
    private static PreparedStorage prepared;
    private static RowDigest rows;

    /** JUnit passes the release, and shows it in the names of the tests. The tests use the static field. */
    MisorderedKeysIT(CassandraRelease release) {
        assertThat(release).isEqualTo(MisorderedKeysIT.release);
    }

    /**
     * One release for each of the two variants of Cassandra's scanner. 3.11 has the variant of 4.1, but no compressor
     * that stores rows unchanged.
     */
    static Stream<CassandraRelease> releases() {
        return NodeReleases.of(CassandraRelease.newestOf("4.1"), CassandraRelease.LAST_WITHOUT_NATIVE);
    }

    static List<String> policies() {
        if (Full.isAskedFor()) return List.of("die", "stop_paranoid", "stop", "best_effort", "ignore");
        return List.of(release.equals(CassandraRelease.newestOf("4.1")) ? "die" : "stop_paranoid");
    }

    @BeforeParameterizedClassInvocation
    static void prepare(CassandraRelease release) throws IOException {
        MisorderedKeysIT.release = release;
        Path storage = NodeReleases.storage("misordered-prepared", release);
        try (CassandraNode node = NodeVariant.STOCK.node(release, storage).start()) {
            for (String table : List.of(SWAPPED, SWAPPED_AT_END))
                FaultTables.write(node, table, SSTABLES, ROWS, " AND compression = {'class': 'NoopCompressor'}");
            rows = FaultTables.digest(node, SWAPPED);
            node.jmx().drain();
        }
        MisorderedPartitions.swapWithNext(secondOf(storage, SWAPPED), 5);
        Path data = secondOf(storage, SWAPPED_AT_END);
        MisorderedPartitions.swapWithNext(data, -1);
        // Cassandra rebuilds the summary from the partition index when it opens the sstable.
        Files.delete(MisorderedPartitions.component(data, "Summary.db"));
        prepared = new PreparedStorage(storage);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void misorderedKeysAreTreatedLikeStock_exceptThatNoRowIsDeleted(String policy) {
        StockAndAgent<RunResult> both = StockAndAgent.of(variant -> run(variant, policy));
        Swapped swapped = new StockAndAgent<>(both.stock().swapped, both.agent().swapped).sameOutcome();
        assertThat(swapped.state).isEqualTo(NodeState.SERVING);
        assertThat(swapped.endings).doesNotContainValue(FaultTables.DONE);
        assertThat(swapped.errors)
                .anyMatch(error -> error.matches("java.lang.RuntimeException: Last written key .*>= current key .*"))
                .noneMatch(error -> error.contains("Corrupt"));
        assertThat(swapped.liveSstables).isEqualTo(SSTABLES);
        assertThat(swapped.unreadable).isEmpty();
        assertThat(swapped.compacted).isEqualTo(rows.toString());

        // Without the agent a scan ends at the first key outside the bounds of the sstable, and the compaction deletes
        // the rest.
        assertThat(both.stock().atEnd.compaction).isEqualTo(FaultTables.DONE);
        assertThat(both.stock().atEnd.scrubbed).isNotEqualTo(rows.toString());
        SwappedAtEnd atEnd = both.agent().atEnd;
        assertThat(atEnd.compaction).isNotEqualTo(FaultTables.DONE);
        assertThat(atEnd.state).isEqualTo(NodeState.SERVING);
        assertThat(atEnd.liveSstables).isEqualTo(SSTABLES);
        assertThat(atEnd.scrubbed).isEqualTo(rows.toString());
        Tally.ROWS_COMPARED.add(3 * KEYS);
        Tally.FAULTS_SURVIVED.add(2);
    }

    private static RunResult run(NodeVariant variant, String policy) throws IOException {
        Path storage = NodeReleases.storage("misordered-" + policy + "-" + variant, release);
        prepared.copyTo(storage);
        try (CassandraNode node = variant.node(release, storage)
                .yaml("disk_failure_policy", policy)
                .start()) {
            Swapped swapped = swapped(node, policy);
            return new RunResult(swapped, swapped.state == NodeState.DEAD ? null : swappedAtEnd(node, policy));
        }
    }

    private static Swapped swapped(CassandraNode node, String policy) {
        Map<String, String> endings = new LinkedHashMap<>();
        NodeJmx jmx = node.jmx();
        endings.put("compaction", FaultTables.compact(node, SWAPPED));
        endings.put("upgrade", FaultTables.ending(() -> jmx.upgradeSSTables(FaultTables.KEYSPACE, SWAPPED)));
        endings.put("garbage collection", FaultTables.ending(() -> jmx.garbageCollect(FaultTables.KEYSPACE, SWAPPED)));
        endings.replaceAll((operation, ending) -> withoutGeneration(ending));
        NodeState state = awaitState(node, policy);
        Set<String> errors = LogErrors.errors(node).stream()
                .map(MisorderedKeysIT::withoutGeneration)
                .collect(Collectors.toSet());
        if (state != NodeState.SERVING) return new Swapped(endings, state, errors, 0, "", Set.of(), "");
        int liveSstables = FaultTables.liveSstables(node, SWAPPED);
        String scan = FaultTables.scan(node, SWAPPED);
        Set<Long> unreadable = FaultTables.unreadable(node, SWAPPED, KEYS);
        jmx.scrub(FaultTables.KEYSPACE, SWAPPED);
        assertThat(FaultTables.compact(node, SWAPPED)).isEqualTo(FaultTables.DONE);
        return new Swapped(endings, state, errors, liveSstables, scan, unreadable, FaultTables.scan(node, SWAPPED));
    }

    private static SwappedAtEnd swappedAtEnd(CassandraNode node, String policy) {
        String compaction = FaultTables.compact(node, SWAPPED_AT_END);
        NodeState state = awaitState(node, policy);
        int liveSstables = FaultTables.liveSstables(node, SWAPPED_AT_END);
        node.jmx().scrub(FaultTables.KEYSPACE, SWAPPED_AT_END);
        return new SwappedAtEnd(compaction, state, liveSstables, FaultTables.scan(node, SWAPPED_AT_END));
    }

    /**
     * Removes the generation, because operations on several sstables number their output in the order of completion.
     */
    private static String withoutGeneration(String message) {
        return message.replaceAll("-\\d+-big-", "-*-big-");
    }

    /** Waits until the policy was applied, and returns the state of the node. */
    private static NodeState awaitState(CassandraNode node, String policy) {
        return NodeState.awaitState(node, policy.equals("die") ? NodeState.DEAD : NodeState.STOPPED);
    }

    private static Path secondOf(Path storage, String table) throws IOException {
        return SstableDamage.secondOf(PreparedStorage.table(storage, table), "Data.db");
    }
}
