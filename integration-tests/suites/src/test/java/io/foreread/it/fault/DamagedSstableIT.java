package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compacts sstables that were damaged on disk, under each {@code disk_failure_policy}. */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("releases")
class DamagedSstableIT {
    private static final int SSTABLES = 3;
    private static final int ROWS = 400;
    private static final long KEYS = (SSTABLES + 1) * (ROWS / 2L);
    private static final String INTACT = "intact";

    /** Damage that Cassandra does not detect when it opens an sstable. */
    private static final Set<SstableDamage> HIDDEN =
            EnumSet.of(SstableDamage.FLIPPED_DATA, SstableDamage.FLIPPED_CHUNK_TABLE);

    private static final Set<SstableDamage> ALL = EnumSet.allOf(SstableDamage.class);

    /**
     * Excludes a truncated Data.db, because the native reader loops forever at the end of this file. In 5.0.4
     * compactions loop. In 5.0.9 only range reads loop, because a compaction fails earlier, when it checks the size of
     * the last chunk. Foreread's reader reports corruption instead.
     */
    private static final Set<SstableDamage> ALL_BUT_CUT_DATA = EnumSet.complementOf(EnumSet.of(SstableDamage.CUT_DATA));

    /** Policies with which the first read that detects corruption stops the node. */
    private static final Set<String> STRICT = Set.of("stop_paranoid", "die");

    /** @param damages the kinds of damage that are caused while the node is down, each in its own table */
    private record Case(String policy, Set<SstableDamage> damages) {}

    /**
     * The state of a node after one table was damaged.
     *
     * @param unreadable the keys that point reads do not return; null if no point reads were made
     */
    private record Outcome(
            String compaction,
            NodeState afterwards,
            int liveSstables,
            String scan,
            NodeState afterScan,
            Set<Long> unreadable) {}

    /** @param tables the outcomes by table; empty if the node refused to start */
    private record RunResult(Map<String, Outcome> tables, Set<String> errors) {}

    private static CassandraRelease release;
    private static PreparedStorage prepared;
    private static RowDigest rows;

    /** JUnit passes the release, and shows it in the names of the tests. The tests use the static field. */
    DamagedSstableIT(CassandraRelease release) {
        assertThat(release).isEqualTo(DamagedSstableIT.release);
    }

    /**
     * The default run uses a line that {@link KilledCompactionIT} does not use. 6.0 is never used, because a 6.0 node
     * with copied storage connects to the port of the original node.
     */
    static Stream<CassandraRelease> releases() {
        if (Full.isAskedFor())
            return Full.applied().stream().filter(release -> !release.version().isAtLeast(6, 0));
        return NodeReleases.last(CassandraRelease.newestOf("3.11"), CassandraRelease.newestOf("4.1"));
    }

    static List<Case> cases() {
        if (Full.isAskedFor())
            return Stream.of("stop", "stop_paranoid", "best_effort", "ignore", "die")
                    .flatMap(policy -> Stream.of(
                            new Case(policy, HIDDEN),
                            new Case(policy, release.hasNativeReadAhead() ? ALL_BUT_CUT_DATA : ALL)))
                    .toList();
        return List.of(new Case("ignore", ALL), new Case("stop_paranoid", HIDDEN));
    }

    @BeforeParameterizedClassInvocation
    static void prepare(CassandraRelease release) {
        DamagedSstableIT.release = release;
        Path storage = NodeReleases.storage("damaged-prepared", release);
        try (CassandraNode node = NodeVariant.STOCK.node(release, storage).start()) {
            for (SstableDamage damage : ALL) FaultTables.write(node, damage.table(), SSTABLES, ROWS);
            FaultTables.write(node, INTACT, SSTABLES, ROWS);
            rows = FaultTables.digest(node, INTACT);
            node.jmx().drain();
        }
        prepared = new PreparedStorage(storage);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void compactionReactsToDamageLikeStock(Case damaged) {
        RunResult result = StockAndAgent.of(variant -> run(variant, damaged)).sameOutcome();
        assertThat(result.errors).anyMatch(error -> error.contains("Corrupt"));
        for (Outcome outcome : result.tables.values())
            if (outcome.unreadable != null) Tally.ROWS_COMPARED.add(KEYS - outcome.unreadable.size());
        Tally.FAULTS_SURVIVED.add(Math.max(1, result.tables.size()));
    }

    private static RunResult run(NodeVariant variant, Case damaged) throws IOException {
        Path storage = NodeReleases.storage("damaged-" + damaged.policy + "-" + variant, release);
        prepared.copyTo(storage);
        for (SstableDamage damage : damaged.damages)
            damage.applyToSecondOf(PreparedStorage.table(storage, damage.table()));
        try (CassandraNode node = variant.node(release, storage)
                .yaml("disk_failure_policy", damaged.policy)
                // The chunk cache can retry forever to read chunks of a damaged sstable that was closed.
                .fileCache(false)
                .start()) {
            Map<String, Outcome> tables = new TreeMap<>();
            for (SstableDamage damage : damaged.damages)
                if (node.isAlive())
                    tables.put(
                            damage.table(),
                            STRICT.contains(damaged.policy)
                                    ? compactStrictly(node, damage.table(), damaged.policy)
                                    : compact(node, damage.table()));
            if (node.isAlive()) {
                assertNothingIsLost(node, storage);
                if (variant == NodeVariant.AGENT) AgentMemory.assertUsedAndReleased(node);
            }
            return new RunResult(tables, LogErrors.errors(node));
        } catch (NodeStartException e) {
            return new RunResult(Map.of(), LogErrors.errors(Files.readAllLines(storage.resolve("logs/system.log"))));
        }
    }

    private static Outcome compact(CassandraNode node, String table) {
        String compaction = FaultTables.compact(node, table);
        NodeState afterwards = NodeState.of(node);
        NodeServices.restart(node);
        int liveSstables = FaultTables.liveSstables(node, table);
        String scan = FaultTables.scan(node, table);
        return new Outcome(
                compaction,
                afterwards,
                liveSstables,
                scan,
                NodeState.of(node),
                FaultTables.unreadable(node, table, KEYS));
    }

    /**
     * Records only whether the compaction and the scan fail, because it depends on timing which exception their caller
     * receives.
     */
    private static Outcome compactStrictly(CassandraNode node, String table, String policy) {
        NodeState likely = policy.equals("die") ? NodeState.DEAD : NodeState.STOPPED;
        String compaction = FaultTables.compact(node, table).equals(FaultTables.DONE) ? FaultTables.DONE : "failed";
        NodeState afterwards = NodeState.awaitState(node, likely);
        if (afterwards == NodeState.DEAD) return new Outcome(compaction, afterwards, 0, "", afterwards, null);
        NodeServices.restart(node);
        int liveSstables = FaultTables.liveSstables(node, table);
        String scan = FaultTables.scan(node, table).endsWith("Exception") ? "failed" : "done";
        NodeState afterScan = NodeState.awaitState(node, likely);
        if (afterScan == NodeState.STOPPED) NodeServices.restart(node);
        return new Outcome(compaction, afterwards, liveSstables, scan, afterScan, null);
    }

    /** Checks the rows of the undamaged table. Restores the flipped byte of a damaged table, and checks its rows. */
    private static void assertNothingIsLost(CassandraNode node, Path storage) throws IOException {
        assertThat(FaultTables.compact(node, INTACT)).isEqualTo(FaultTables.DONE);
        assertThat(FaultTables.digest(node, INTACT)).isEqualTo(rows);
        String table = SstableDamage.FLIPPED_DATA.table();
        SstableDamage.FLIPPED_DATA.applyToSecondOf(PreparedStorage.table(storage, table));
        assertThat(FaultTables.digest(node, table)).isEqualTo(rows);
    }
}
