package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fault.AgentMemory;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.link.HookFits;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.Observed;
import io.foreread.it.operation.PreparedKeyspace;
import io.foreread.it.operation.TableShape;
import io.foreread.it.operation.TableShapes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Upgrades a node from release to release with the agent installed, on the same storage. */
class LineUpgradeIT {
    private static final String KEYSPACE = "upgraded";
    private static final int WIDE_ROWS = 2000;

    /** One release of the upgrade, and the prefix of the sstable names that it writes. */
    private record UpgradeStep(CassandraRelease release, String format) {}

    private static final List<UpgradeStep> UPGRADE_PATH = List.of(
            new UpgradeStep(CassandraRelease.newestOf("3.11"), "me"),
            new UpgradeStep(CassandraRelease.newestOf("4.0"), "nb"),
            new UpgradeStep(CassandraRelease.newestOf("4.1"), "nb"),
            new UpgradeStep(CassandraRelease.LAST_WITHOUT_NATIVE, "nb"),
            new UpgradeStep(CassandraRelease.newestOf("5.0"), "oa"));

    /** The tables of a run without {@code -Pfull}: one of each kind that scans read differently. */
    private static final Set<String> DEFAULT_TABLES = Set.of("lz4_16", "deflate", "plain", "leveled", "rich", "wide");

    /** Tables that the oldest release supports. */
    private static final List<TableShape> SHAPES =
            TableShapes.of(UPGRADE_PATH.get(0).release().version(), WIDE_ROWS).stream()
                    .filter(shape -> Full.isAskedFor() || DEFAULT_TABLES.contains(shape.name()))
                    .toList();

    @Test
    void everyRowSurvivesTheUpgradeFrom311To50WithTheAgent() {
        for (UpgradeStep step : UPGRADE_PATH)
            assumeTrue(
                    CassandraRelease.all().contains(step.release()),
                    step.release() + " is not selected by -Dcassandra.lines");
        Path storage = NodeReleases.storage("upgrade", UPGRADE_PATH.get(0).release());
        Map<String, RowDigest> rows = Map.of();
        for (int i = 0; i < UPGRADE_PATH.size(); i++) {
            UpgradeStep step = UPGRADE_PATH.get(i);
            try (ChildJvmNode node = node(step, storage).agent("").start()) {
                PreparedKeyspace keyspace = i == 0
                        ? PreparedKeyspace.filled(node, KEYSPACE, SHAPES)
                        : PreparedKeyspace.existing(node, KEYSPACE, SHAPES);
                if (i > 0) {
                    keyspace.assertRows(rows);
                    keyspace.write(PreparedKeyspace.ROUNDS + i - 1);
                }
                rows = keyspace.stockDigests();
                upgradeSSTables(node, keyspace, step);
                keyspace.assertRows(rows);
                assertNodeIsHealthy(node, step.release());
                // Drains the node, as the upgrade guide says. The next release then does not replay the commit log of
                // this release.
                node.jmx().drain();
            }
        }
        try (ChildJvmNode stock =
                node(UPGRADE_PATH.get(UPGRADE_PATH.size() - 1), storage).start()) {
            PreparedKeyspace.existing(stock, KEYSPACE, SHAPES).assertRows(rows);
            assertThat(stock.errors()).isEmpty();
        }
    }

    private static void upgradeSSTables(ChildJvmNode node, PreparedKeyspace keyspace, UpgradeStep step) {
        long bytes = keyspace.bytesToReadAhead(keyspace.tables());
        long sstables = keyspace.sstablesToReadAhead(keyspace.tables());
        Observed observed = Observed.during(node, () -> node.jmx().upgradeSSTables(KEYSPACE));
        assertThat(observed.dataBytesRead("upgradesstables")).isGreaterThanOrEqualTo(bytes);
        if (step.release().hasNativeReadAhead()) {
            // Foreread's reader reads the uncompressed sstables.
            assertThat(observed.scansOfTheNativeReader()).isPositive();
            assertThat(observed.scansOfForeread("full")).isPositive();
            assertThat(observed.scansOfTheNativeReader() + observed.scansOfForeread("full"))
                    .isGreaterThanOrEqualTo(sstables);
        } else {
            observed.assertReadAhead(sstables, bytes);
        }
        assertThat(formats(node, keyspace)).containsExactly(step.format());
    }

    private static void assertNodeIsHealthy(ChildJvmNode node, CassandraRelease release) {
        Scrape scrape = node.metrics();
        assertThat(scrape.sum("cassandra_node_info", Map.of("release_version", release.toString())))
                .isEqualTo(1);
        assertThat(HookFits.states(scrape)).isEqualTo(HookFits.expectedStates(release.version(), false));
        AgentMemory.assertReleased(node);
        assertThat(node.errors()).isEmpty();
        assertThat(node.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private static ChildJvmNodeBuilder node(UpgradeStep step, Path storage) {
        CassandraRelease release = step.release();
        ChildJvmNodeBuilder builder = ChildJvmNode.of(release, storage)
                .heap("512m", "512m")
                .yaml(
                        release.version().isAtLeast(4, 1) ? "materialized_views_enabled" : "enable_materialized_views",
                        true);
        // Without this setting, 5.0 writes sstables in the format of 4.1 (nb).
        return step.format().equals("oa") ? builder.yaml("storage_compatibility_mode", "NONE") : builder;
    }

    /** The format versions of all sstables. */
    private static Set<String> formats(ChildJvmNode node, PreparedKeyspace keyspace) {
        Set<String> formats = new TreeSet<>();
        for (String table : keyspace.tables()) {
            // count() waits until compacted sstables are deleted.
            assertThat(keyspace.files(table).count()).isPositive();
            try (Stream<Path> files =
                    Files.list(node.dataDirectories(KEYSPACE, table).get(0))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith("-Data.db"))
                        .forEach(name -> formats.add(name.substring(0, 2)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return formats;
    }
}
