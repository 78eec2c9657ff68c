package io.foreread.it.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.foreread.it.fault.AgentMemory;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.TableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rewrites the same sstables on one node with and without compress-ahead, and compares all components. Sstables are opened
 * early after each MiB. The default run uses 4.1.
 */
class CompressAheadIT {
    private static final String KEYSPACE = "ahead";
    private static final String TIERED = "{'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}";
    private static final String LEVELED =
            "{'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 1, 'enabled': 'false'}";
    private static final int SSTABLES = 4;
    private static final int ROWS = 4000;
    private static final int ROW_BYTES = 1000;
    private static final Duration DELETION_LIMIT = Duration.ofSeconds(30);
    private static final Duration IDLE_CORE_LIMIT = Duration.ofSeconds(60);
    /** Of all cores. The policy needs less: three quarters of a core of two, a quarter of many. */
    private static final double IDLE_SHARE = 0.5;

    private static final OperatingSystemMXBean HOST = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private enum Rewrite {
        TIERED_COMPACTION(TIERED, "'class': 'LZ4Compressor', 'chunk_length_in_kb': 16", NodeJmx::majorCompact),
        DEFLATED_COMPACTION(TIERED, "'class': 'DeflateCompressor', 'chunk_length_in_kb': 64", NodeJmx::majorCompact),
        LEVELED_COMPACTION(LEVELED, "'class': 'LZ4Compressor', 'chunk_length_in_kb': 16", NodeJmx::majorCompact),
        SPLIT_COMPACTION(TIERED, "'class': 'SnappyCompressor', 'chunk_length_in_kb': 4", Rewrite::split),
        UPGRADE(TIERED, "'class': 'LZ4Compressor', 'chunk_length_in_kb': 64", NodeJmx::upgradeSSTables),
        GARBAGE_COLLECTION(LEVELED, "'class': 'LZ4Compressor', 'chunk_length_in_kb': 4", NodeJmx::garbageCollect);

        private final String compaction;
        private final String compression;
        private final Call call;

        Rewrite(String compaction, String compression, Call call) {
            this.compaction = compaction;
            this.compression = compression;
            this.call = call;
        }

        private interface Call {
            void on(NodeJmx jmx, String keyspace, String... tables);
        }

        private static void split(NodeJmx jmx, String keyspace, String... tables) {
            jmx.invoke(NodeJmx.STORAGE_SERVICE, "forceKeyspaceCompaction", true, keyspace, tables);
        }

        String table(String mode) {
            return name().toLowerCase(java.util.Locale.ROOT) + "_" + mode;
        }
    }

    static Stream<CassandraRelease> releases() {
        return Full.lines(CassandraRelease.newestOf("4.1")).stream()
                .filter(release -> !release.version().isAtLeast(6, 0));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void everyComponentIsTheSameWithAndWithoutCompressAhead(CassandraRelease release) {
        for (String format : release.version().isAtLeast(5, 0) ? List.of("big", "bti") : List.of("big"))
            try (ChildJvmNode node = builder(release, format, "on").start()) {
                DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
                node.jmx().setCompactionThroughput(0);
                for (Rewrite rewrite : Rewrite.values()) compare(node, rewrite);
                compareFlushes(node);
                AgentMemory.assertReleased(node);
            }
    }

    /**
     * The chunks of Deflate take most of the time of a compaction, and the policy is that of a node. It needs a core that is
     * idle, which a host that runs other suites does not always have.
     */
    @ParameterizedTest
    @MethodSource("releases")
    void autoCompressesAheadOnAnIdleCoreAndWritesTheSameComponents(CassandraRelease release) {
        try (ChildJvmNode node = builder(release, "big", "auto").start()) {
            DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
            node.jmx().setCompactionThroughput(0);
            TableFiles input = write(node, Rewrite.DEFLATED_COMPACTION, "input");
            List<String> stock = compactCopy(node, input, "off", 0);
            assertThat(chunksAhead(node)).isZero();
            double idle = 0;
            int rounds = 0;
            long startNanos = System.nanoTime();
            HOST.getCpuLoad();
            do {
                assertThat(compactCopy(node, input, "auto", ++rounds)).isEqualTo(stock);
                countCompared(node, "copy_auto" + rounds);
                idle += 1 - HOST.getCpuLoad();
            } while (chunksAhead(node) == 0 && System.nanoTime() - startNanos < IDLE_CORE_LIMIT.toNanos());
            if (chunksAhead(node) == 0)
                Assumptions.assumeTrue(idle / rounds >= IDLE_SHARE, "this host had no idle core");
            assertThat(chunksAhead(node)).as("chunks ahead with auto").isPositive();
            AgentMemory.assertReleased(node);
        }
    }

    private static List<String> compactCopy(ChildJvmNode node, TableFiles input, String mode, int round) {
        String table = "copy_" + mode + round;
        create(node, Rewrite.DEFLATED_COMPACTION, table);
        input.copyTo(new TableFiles(node, KEYSPACE, table));
        return rewrite(node, Rewrite.DEFLATED_COMPACTION, mode, table);
    }

    private static ChildJvmNodeBuilder builder(CassandraRelease release, String format, String mode) {
        ChildJvmNodeBuilder builder = ChildJvmNode.of(
                        release, NodeReleases.storage("compress-ahead-" + mode + "-" + format, release))
                .agent("compress-ahead=" + mode)
                .yaml("sstable_preemptive_open_interval_in_mb", 1);
        return format.equals("big")
                ? builder
                : builder.yaml("storage_compatibility_mode", "NONE").yaml("sstable", Map.of("selected_format", format));
    }

    /** Compares Data.db only, because other components have the positions of the commit log. */
    private static void compareFlushes(ChildJvmNode node) {
        double before = chunksAhead(node);
        List<List<String>> digests = new ArrayList<>();
        for (boolean ahead : new boolean[] {false, true}) {
            String table = "flushed_" + ahead;
            node.jmx().setAttribute(NodeJmx.READ_AHEAD, "CompressAheadFlush", ahead);
            DeterministicRows rows = create(node, Rewrite.TIERED_COMPACTION, table);
            rows.write(0, ROWS, 1);
            node.jmx().flush(KEYSPACE, table);
            digests.add(new TableFiles(node, KEYSPACE, table).dataDigests());
            if (!ahead) assertThat(chunksAhead(node)).isEqualTo(before);
        }
        assertThat(digests.get(1)).isEqualTo(digests.get(0));
        assertThat(chunksAhead(node)).as("chunks of the flush").isGreaterThan(before);
    }

    private static void compare(ChildJvmNode node, Rewrite rewrite) {
        TableFiles input = write(node, rewrite, rewrite.table("off"));
        create(node, rewrite, rewrite.table("on"));
        input.copyTo(new TableFiles(node, KEYSPACE, rewrite.table("on")));
        double before = chunksAhead(node);
        List<String> stock = rewrite(node, rewrite, "off", rewrite.table("off"));
        assertThat(chunksAhead(node)).as("chunks ahead without compress-ahead").isEqualTo(before);
        assertThat(rewrite(node, rewrite, "on", rewrite.table("on")))
                .as("components of %s", rewrite)
                .isEqualTo(stock);
        assertThat(chunksAhead(node) - before)
                .as("chunks that %s compresses ahead", rewrite)
                .isPositive();
        countCompared(node, rewrite.table("on"));
        RowDigest rows = RowDigest.of(node.session(), KEYSPACE + "." + rewrite.table("off"));
        assertThat(RowDigest.of(node.session(), KEYSPACE + "." + rewrite.table("on")))
                .isEqualTo(rows);
        Tally.ROWS_COMPARED.add(rows.rows());
    }

    private static void countCompared(ChildJvmNode node, String table) {
        TableFiles files = new TableFiles(node, KEYSPACE, table);
        Tally.SSTABLES_COMPARED.add(files.count());
        Tally.BYTES_COMPARED.add(files.dataBytes());
    }

    private static TableFiles write(ChildJvmNode node, Rewrite rewrite, String table) {
        DeterministicRows rows = create(node, rewrite, table);
        rows.writeOverlapping(SSTABLES, ROWS / 2, ROWS, () -> node.jmx().flush(KEYSPACE, table));
        return new TableFiles(node, KEYSPACE, table);
    }

    private static DeterministicRows create(ChildJvmNode node, Rewrite rewrite, String table) {
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + table, ROW_BYTES);
        rows.createTable("compaction = " + rewrite.compaction + " AND compression = {" + rewrite.compression + "}");
        return rows;
    }

    /**
     * @return for each live sstable, the checksum of each component; sorted, because some operations rewrite several sstables at
     *     a time
     */
    private static List<String> rewrite(ChildJvmNode node, Rewrite rewrite, String mode, String table) {
        node.jmx().setAttribute(NodeJmx.READ_AHEAD, "CompressAhead", mode);
        rewrite.call.on(node.jmx(), KEYSPACE, table);
        // Waits until the inputs are deleted.
        int count = new TableFiles(node, KEYSPACE, table).count();
        // 3.11 deletes the summary of an input after its other components.
        Awaitility.await()
                .atMost(DELETION_LIMIT)
                .ignoreExceptions()
                .until(() -> sstables(node, table).size() == count);
        List<String> sstables = sstables(node, table);
        assertThat(sstables).allMatch(components -> components.contains("Statistics.db="));
        return sstables;
    }

    private static List<String> sstables(ChildJvmNode node, String table) {
        Path directory = node.dataDirectories(KEYSPACE, table).get(0);
        try (Stream<Path> files = Files.list(directory)) {
            Map<String, Map<String, Long>> byGeneration = files.filter(
                            file -> file.getFileName().toString().matches("[a-z]{2}-\\d+-(big|bti)-.*"))
                    .collect(Collectors.groupingBy(
                            file -> file.getFileName().toString().split("-", 4)[1],
                            Collectors.toMap(
                                    file -> file.getFileName().toString().split("-", 4)[3],
                                    CompressAheadIT::checksum,
                                    (one, other) -> one,
                                    TreeMap::new)));
            return byGeneration.values().stream().map(Map::toString).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long checksum(Path file) {
        CRC32 checksum = new CRC32();
        try {
            checksum.update(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return checksum.getValue();
    }

    private static double chunksAhead(ChildJvmNode node) {
        return node.metrics().sum("foreread_chunks_compressed_ahead_total");
    }
}
