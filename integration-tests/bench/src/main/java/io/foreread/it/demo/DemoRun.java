package io.foreread.it.demo;

import io.foreread.it.fixture.CassandraArtifacts;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ChildJvmNodeBuilder;
import io.foreread.it.fixture.DeviceStats;
import io.foreread.it.fixture.FreePorts;
import io.foreread.it.fixture.JavaHomes;
import io.foreread.it.fixture.LoopVolume;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.SavedSSTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the steps of the demo. Everything that it starts or creates is added to {@link Cleanup} at once. */
final class DemoRun {
    private static final int DEFAULT_PORT = 9507;
    private static final String LOOPBACK = "127.0.0.1";
    private static final int WARM_UP_ROUNDS = 2;
    private static final int ROUNDS = 2;
    private static final long MIB = 1 << 20;
    private static final Pattern ACCESS_MODES =
            Pattern.compile("DiskAccessMode .*?(?:is|to be) (\\w+), indexAccessMode is (\\w+)");

    private final DemoOptions options;
    private final Progress progress;
    private final Path volume;
    private final ChildJvmNode node;

    /** Creates the volume that the options request, and starts the node. */
    DemoRun(DemoOptions options, Progress progress, Cleanup cleanup) {
        this.options = options;
        this.progress = progress;
        volume = makeVolume(options, progress, cleanup);
        node = startNode(options, volume, progress, cleanup);
    }

    DemoResult run() {
        node.jmx().setCompactionThroughput(0);
        DemoWorkload.createKeyspace(node);

        DemoWorkload rows = new DemoWorkload(node, "rows", options.dataMib() * MIB);
        progress.step("Writing 4 overlapping sstables through CQL");
        rows.write(done -> progress.at(done, rows.rowsWritten()));
        SavedSSTables input = SavedSSTables.of(node, DemoWorkload.KEYSPACE, rows.table(), aside("rows"));
        progress.done(String.format(
                Locale.ROOT,
                "%,d rows, %d MiB in %d sstables",
                rows.rowsWritten(),
                input.dataBytes() / MIB,
                input.count()));

        List<RowDigest> digests = new ArrayList<>();
        digests.add(digest("Reading all rows", rows, false));
        Optional<DeviceStats> device = DeviceStats.below(volume);
        DemoCompaction compaction = new DemoCompaction(node, device);
        warmUp(compaction);

        List<DemoMeasurement> stock = new ArrayList<>();
        List<DemoMeasurement> foreread = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            stock.add(compact("Compacting without Foreread", round, compaction, rows, input, false));
            digests.add(digest("Reading all rows", rows, false));
            foreread.add(compact("Compacting with Foreread", round, compaction, rows, input, true));
            digests.add(digest("Reading all rows, with read-ahead", rows, true));
        }
        digests.add(digest("Reading all rows, without read-ahead", rows, false));
        node.jmx().setReadAheadEnabled(true);

        Matcher modes = accessModes();
        return new DemoResult(
                node.version(),
                node.java().feature(),
                modes.group(1),
                modes.group(2),
                rows.rows(),
                digests,
                input.dataBytes(),
                input.count(),
                device.map(found -> OptionalInt.of(found.readAheadKib())).orElse(OptionalInt.empty()),
                fastest(stock),
                fastest(foreread),
                node.metricsAddress());
    }

    ChildJvmNode node() {
        return node;
    }

    /** The directory to which sstables of a table are saved. It is on the file system of the node's sstables. */
    Path aside(String table) {
        return volume.resolve("saved-" + table);
    }

    /** Returns the directory for sstables. If the options contain a kernel readahead, the directory is on a loop device. */
    private static Path makeVolume(DemoOptions options, Progress progress, Cleanup cleanup) {
        if (options.readAheadKib().isEmpty()) return options.directory().resolve("volume");
        int readAheadKib = options.readAheadKib().getAsInt();
        progress.step("Creating a volume with " + readAheadKib + " KiB of kernel readahead");
        // Space for the input, for the outputs of two compactions (one is deleted while the next is written), and for
        // ext4.
        long bytes = (options.dataMib() * 4L + 512) * MIB;
        LoopVolume loop = LoopVolume.create(options.directory().resolve("loop"), bytes, readAheadKib);
        cleanup.add(loop::close);
        progress.done(loop.device());
        return loop.mountPoint();
    }

    private static ChildJvmNode startNode(DemoOptions options, Path volume, Progress progress, Cleanup cleanup) {
        progress.step("Fetching Cassandra " + options.version() + " (the first time only)");
        int jars = CassandraArtifacts.inBuildDirectory()
                .classPath(options.version())
                .size();
        progress.done(jars + " jars");

        JavaHomes.JavaHome java = JavaHomes.forRelease(options.version());
        progress.step("Starting the node on Java " + java.feature() + " with the agent");
        int port = FreePorts.preferring(LOOPBACK, DEFAULT_PORT);
        ChildJvmNodeBuilder builder = ChildJvmNode.of(
                        options.version(), options.directory().resolve("node"))
                .java(java)
                .agent("listen=" + LOOPBACK + ":" + port)
                .dataDirectory(volume.resolve("data"))
                .diskAccessMode(options.diskAccessMode());
        DemoWorkload.YAML.forEach(builder::yaml);
        ChildJvmNode started = builder.start();
        cleanup.add(started::close);
        progress.done("pid " + started.pid());
        return started;
    }

    /** Warms up both readers, because later measurements would otherwise benefit from the JIT compilation of earlier ones. */
    private void warmUp(DemoCompaction compaction) {
        DemoWorkload small = new DemoWorkload(node, "warm_up", Math.max(8, options.dataMib() / 10) * MIB);
        progress.step("Warming up on a small table");
        small.write(done -> progress.at(done, small.rowsWritten()));
        SavedSSTables input = SavedSSTables.of(node, DemoWorkload.KEYSPACE, small.table(), aside("warm-up"));
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            compaction.run(small.table(), input, false);
            compaction.run(small.table(), input, true);
        }
        progress.done(2 * WARM_UP_ROUNDS + " compactions");
    }

    private DemoMeasurement compact(
            String title,
            int round,
            DemoCompaction compaction,
            DemoWorkload rows,
            SavedSSTables input,
            boolean readAhead) {
        progress.step(title + ", run " + round + " of " + ROUNDS);
        DemoMeasurement measured = compaction.run(rows.table(), input, readAhead);
        progress.done(String.format(Locale.ROOT, "%.0f MiB/s", measured.mibPerSecond()));
        return measured;
    }

    /** The faster run is used, because times depend on other work of the machine. Counts hardly differ between runs. */
    private static DemoMeasurement fastest(List<DemoMeasurement> measured) {
        return measured.stream()
                .min(Comparator.comparingDouble(DemoMeasurement::seconds))
                .orElseThrow();
    }

    private RowDigest digest(String title, DemoWorkload rows, boolean readAhead) {
        node.jmx().setReadAheadEnabled(readAhead);
        progress.step(title);
        RowDigest digest = rows.digest(done -> progress.at(done, rows.rows()));
        progress.done(String.format(Locale.ROOT, "%,d rows, SHA-256 %.8s", digest.rows(), digest.sha256()));
        return digest;
    }

    /** The disk access mode from the node's log, because the meaning of {@code auto} depends on the release. */
    private Matcher accessModes() {
        return node.log().stream()
                .map(ACCESS_MODES::matcher)
                .filter(Matcher::find)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the node's log does not contain its disk access mode"));
    }
}
