package io.foreread.it.grafana;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.PageCache;
import io.foreread.it.fixture.ReadLimit;
import io.foreread.it.node.NodeReleases;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A node that compacts continuously on a volume with a tenth of the limits of EBS gp3, and with the small kernel
 * readahead that suits point reads. These limits are so low that compactions wait for the volume even on a slow machine.
 */
final class BusyVolume implements AutoCloseable {
    static final int READS_PER_SECOND = 300;
    static final double MIB_PER_SECOND = 12.5;
    private static final int READ_AHEAD_KIB = 4;
    private static final long VOLUME_BYTES = 3L << 30;

    private static final String KEYSPACE = "walk";
    private static final String TABLE = "rows";
    private static final int ROWS = 100_000;
    private static final int ROW_BYTES = 1024;

    /** Makes memtables as large as a heap of 1 GiB allows. */
    private static final Map<String, Object> YAML =
            Map.of("memtable_heap_space_in_mb", 400, "memtable_cleanup_threshold", 0.6);

    private final LoopVolume volume;
    private final ChildJvmNode node;
    private final ReadLimit limit;

    private BusyVolume(LoopVolume volume, ChildJvmNode node, ReadLimit limit) {
        this.volume = volume;
        this.node = node;
        this.limit = limit;
    }

    /** Starts the node and writes a table, which takes a minute. */
    static BusyVolume create() {
        Path storage = NodeReleases.storage("walk", CassandraRelease.newestOf("4.1"));
        LoopVolume volume = LoopVolume.create(storage.resolve("loop"), VOLUME_BYTES, READ_AHEAD_KIB);
        ChildJvmNode node = null;
        try {
            node = start(storage.resolve("node"), volume.mountPoint().resolve("data"));
            write(node);
            DeviceStats device = DeviceStats.below(volume.mountPoint()).orElseThrow();
            ReadLimit limit = ReadLimit.of(device.number(), READS_PER_SECOND, (long) (MIB_PER_SECOND * (1 << 20)));
            limit.apply(node.pid());
            return new BusyVolume(volume, node, limit);
        } catch (RuntimeException e) {
            if (node != null) node.close();
            volume.close();
            throw e;
        }
    }

    private static ChildJvmNode start(Path storage, Path data) {
        ChildJvmNodeBuilder builder = ChildJvmNode.of(CassandraRelease.newestOf("4.1"), storage)
                .agent("")
                .dataDirectory(data)
                .diskAccessMode("standard");
        YAML.forEach(builder::yaml);
        return builder.start();
    }

    private static void write(ChildJvmNode node) {
        DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
        DeterministicRows rows = new DeterministicRows(node.session(), KEYSPACE + "." + TABLE, ROW_BYTES);
        rows.createTable("compression = {'class': 'LZ4Compressor'}");
        node.jmx().disableAutoCompaction(KEYSPACE, TABLE);
        rows.write(0, ROWS, 0);
        node.jmx().flush(KEYSPACE, TABLE);
        node.jmx().setCompactionThroughput(0);
    }

    URI metricsAddress() {
        return node.metricsAddress();
    }

    /** Compacts repeatedly. Each compaction reads from the device and not from the page cache. */
    void compactFor(Duration time, boolean readAhead) {
        node.jmx().setReadAheadEnabled(readAhead);
        for (Instant end = Instant.now().plus(time); Instant.now().isBefore(end); ) {
            // Evicts all pages of the machine. A list of files to evict could contain replaced sstables, which
            // disappear at any time.
            PageCache.drop(List.of());
            node.jmx().majorCompact(KEYSPACE, TABLE);
        }
    }

    @Override
    public void close() {
        try {
            limit.close();
        } finally {
            node.close();
            volume.close();
        }
    }
}
