package io.foreread.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.ClusterSession;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.PageCache;
import io.foreread.it.fixture.Ring;
import io.foreread.it.node.NodeReleases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Repairs every second one of 512 token ranges, and checks that read-ahead does not read the ranges in between.
 * Compares the bytes that are read from the device with and without the agent, on a volume with a kernel readahead of
 * one page.
 */
class SubrangeRepairIT {
    private static final String KEYSPACE = "subranges";
    private static final String TABLE = "rows";
    private static final int VNODES = 256;
    /** The number of rows. A range has about 130 rows of 1,000 bytes. */
    private static final int ROWS = 2 * VNODES * 130;

    private static final long VOLUME_BYTES = 2L << 30;
    private static final int KERNEL_READ_AHEAD_KIB = 4;
    /** A 512th of the ring. */
    private static final long TOKENS_PER_RANGE = 1L << 55;

    /**
     * @param ownRing whether the stock reader reads on nodes without the agent; otherwise it reads on the same nodes, while
     *     read-ahead is switched off
     */
    private record Repair(CassandraRelease release, boolean ownRing) {
        @Override
        public String toString() {
            return release + (ownRing ? "" : ", read-ahead switched off and on");
        }
    }

    /**
     * Returns a release on which the agent itself finds the positions of the ranges. A full run also compares with nodes
     * without the agent, on this release and on one whose Cassandra passes these positions when it opens a scan.
     */
    static Stream<Repair> repairs() {
        CassandraRelease findsPositions = CassandraRelease.newestOf("4.1");
        Stream<Repair> switched = NodeReleases.of(findsPositions).map(release -> new Repair(release, false));
        return Full.isAskedFor()
                ? Stream.concat(
                        switched,
                        NodeReleases.of(findsPositions, CassandraRelease.newestOf("5.0"))
                                .map(release -> new Repair(release, true)))
                : switched;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("repairs")
    void readsAtMost10PercentMoreFromTheDeviceThanStockWithoutMmap(Repair repair) {
        LoopVolume.missing().ifPresent(Assumptions::abort);
        Path directory = NodeReleases.storage("subrange-repair", repair.release);
        try (LoopVolume volume = LoopVolume.create(directory, VOLUME_BYTES, KERNEL_READ_AHEAD_KIB)) {
            long stock;
            long ours;
            if (repair.ownRing) {
                stock = bytesOnNewRing(repair.release, volume, "stock", node -> node.diskAccessMode("mmap_index_only"));
                ours = bytesOnNewRing(
                        repair.release, volume, "agent", node -> node.agent("").diskAccessMode("mmap"));
            } else {
                try (Ring ring = filledRing(repair.release, volume.mountPoint(), node -> node.agent("")
                        .diskAccessMode("mmap_index_only"))) {
                    for (ChildJvmNode node : ring.nodes()) node.jmx().setReadAheadEnabled(false);
                    double scansBefore = scansOfForeread(ring);
                    stock = bytesOfRepair(ring, volume);
                    assertThat(scansOfForeread(ring)).isEqualTo(scansBefore);
                    for (ChildJvmNode node : ring.nodes()) node.jmx().setReadAheadEnabled(true);
                    ours = bytesOfRepair(ring, volume);
                    assertThat(scansOfForeread(ring)).isGreaterThan(scansBefore);
                }
            }
            System.out.printf("%s: stock %,d bytes, with read-ahead %,d%n", repair, stock, ours);
            assertThat(stock).as("both replicas read every second range").isGreaterThan(ROWS * 900L);
            assertThat(ours).isLessThanOrEqualTo(stock * 11 / 10);
        }
    }

    private static long bytesOnNewRing(
            CassandraRelease release, LoopVolume volume, String name, UnaryOperator<ChildJvmNodeBuilder> settings) {
        try (Ring ring = filledRing(release, volume.mountPoint().resolve(name), settings)) {
            return bytesOfRepair(ring, volume);
        }
    }

    /** Starts two nodes that have the same rows in one sstable each. */
    private static Ring filledRing(
            CassandraRelease release, Path storage, UnaryOperator<ChildJvmNodeBuilder> settings) {
        Ring ring = new Ring(release, storage);
        try {
            for (int number = 0; number < 2; number++) {
                String tokens = tokens(number);
                ring.add(builder ->
                        settings.apply(builder).yaml("num_tokens", VNODES).yaml("initial_token", tokens));
            }
            write(ring);
            for (ChildJvmNode node : ring.nodes()) {
                node.jmx().flush(KEYSPACE);
                node.jmx().majorCompact(KEYSPACE);
                node.jmx().setCompactionThroughput(0);
            }
            return ring;
        } catch (RuntimeException e) {
            ring.close();
            throw e;
        }
    }

    private static long bytesOfRepair(Ring ring, LoopVolume volume) {
        PageCache.drop(List.of(volume.mountPoint()));
        DeviceStats device = DeviceStats.below(volume.mountPoint()).orElseThrow();
        long before = device.reads().readBytes();
        ring.node(1).jmx().repair(KEYSPACE, Map.of("incremental", "false", "ranges", everySecondRange()));
        long bytes = device.reads().readBytes() - before;
        for (ChildJvmNode node : ring.nodes()) assertThat(node.errors()).isEmpty();
        return bytes;
    }

    /** The scans of both nodes that Foreread has read. */
    private static double scansOfForeread(Ring ring) {
        return ring.nodes().stream()
                .mapToDouble(node -> node.metrics().sum("foreread_scans_total", Map.of("reader", "foreread")))
                .sum();
    }

    private static void write(Ring ring) {
        try (CqlSession session = ClusterSession.open(ring.addresses(), ConsistencyLevel.ALL)) {
            DeterministicRows.createKeyspace(session, KEYSPACE, 2, true);
            DeterministicRows rows = new DeterministicRows(session, KEYSPACE + "." + TABLE, 1000);
            rows.createTable("compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}");
            rows.write(0, ROWS, 0);
        }
    }

    /** Ranges alternate between the nodes, so each range is between two ranges of the other node. */
    private static String tokens(int node) {
        return IntStream.range(0, VNODES)
                .mapToObj(vnode -> Long.toString(token(2 * vnode + node)))
                .collect(Collectors.joining(","));
    }

    private static String everySecondRange() {
        List<String> ranges = new ArrayList<>();
        for (int i = 0; i + 1 < 2 * VNODES; i += 2) ranges.add(token(i) + ":" + token(i + 1));
        return String.join(",", ranges);
    }

    private static long token(int number) {
        return Long.MIN_VALUE + 1 + number * TOKENS_PER_RANGE;
    }
}
