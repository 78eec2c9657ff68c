package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.Contender;
import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.FailedTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.Volume;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.bench.load.PreparedTables;
import io.foreread.it.demo.Progress;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.SavedSSTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** One turn of a contender: a node that has just started, warmed up, and measured once. */
final class Trial {
    private final CompactionOptions options;
    private final Volume volume;
    private final PreparedSSTables prepared;
    private final DelayAccounting delays;
    private final Path storage;
    private final Path failures;
    private final Progress progress;
    /** What Cassandra said of its output the first time, when the rows were compared too. */
    private final Map<Contender, String> checksums = new EnumMap<>(Contender.class);

    /**
     * @param storage where nodes keep what is not on the volume; deleted after each
     * @param failures where the logs of a turn that failed go
     */
    Trial(
            CompactionOptions options,
            Volume volume,
            PreparedSSTables prepared,
            DelayAccounting delays,
            Path storage,
            Path failures,
            Progress progress) {
        this.options = options;
        this.volume = volume;
        this.prepared = prepared;
        this.delays = delays;
        this.storage = storage;
        this.failures = failures;
        this.progress = progress;
    }

    static Path saved(Volume volume) {
        return volume.directory().resolve("saved");
    }

    /** @param profiled told the node and its table's input after the measurement, or null */
    Measured run(Contender contender, String title, Profiling profiled) {
        Path data = volume.directory().resolve("data");
        progress.step(title + ": starting");
        try {
            ChildJvmNode node = contender.node(storage, data).start();
            try {
                progress.done("Java " + node.java().feature());
                node.jmx().setCompactionThroughput(0);
                PreparedSSTables.createTable(node, options.data());
                SavedSSTables input = new SavedSSTables(node, DataSpec.KEYSPACE, DataSpec.TABLE, saved(volume));
                warmUp(node, input, title);
                Measured measured = measure(node, contender, input, title);
                check(node, contender, title);
                if (profiled != null) profiled.profile(node, contender, input);
                return measured;
            } finally {
                // Nothing in it is needed any more.
                node.kill();
            }
        } catch (RuntimeException e) {
            String why = e instanceof NodeStartException start ? start.summary() : e.getMessage();
            throw FailedTurn.of(why, e, storage, failures.resolve("failed-" + contender));
        } finally {
            PreparedTables.deleteTree(storage);
            PreparedTables.deleteTree(data);
        }
    }

    /** What happens to a node beside the measurement. */
    interface Profiling {
        void profile(ChildJvmNode node, Contender contender, SavedSSTables input);
    }

    /** Without the limits, and from the page cache: this is about the JIT. */
    private void warmUp(ChildJvmNode node, SavedSSTables input, String title) {
        for (int i = 1; i <= options.warmUps(); i++) {
            progress.step(title + ": warming up");
            input.restoreHot();
            long start = System.nanoTime();
            node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
            progress.done(mibPerSecond(input.dataBytes() / (double) (1 << 20) / ((System.nanoTime() - start) / 1e9)));
        }
    }

    private Measured measure(ChildJvmNode node, Contender contender, SavedSSTables input, String title) {
        progress.step(title + ": compacting");
        if (volume.spec().hot()) input.restoreHot();
        else input.restore();
        volume.limit(node.pid());
        Measured measured =
                new MeasuredCompaction(node, contender, volume.device(), delays, progress).run(input.dataBytes());
        progress.done(mibPerSecond(measured.mibPerSecond()));
        return measured;
    }

    /** The first time by every row, later by the checksum that Cassandra itself puts beside its output. */
    private void check(ChildJvmNode node, Contender contender, String title) {
        String checksum = checksum(node);
        String first = checksums.get(contender);
        if (first != null) {
            if (!first.equals(checksum))
                throw new IllegalStateException(
                        "the output is not what it was in the round before: checksum " + checksum + ", then " + first);
            return;
        }
        progress.step(title + ": reading all rows");
        RowDigest rows = RowDigest.of(
                node.session(),
                DataSpec.qualifiedTable(),
                read -> progress.at(read, prepared.rows().rows()));
        if (!rows.equals(prepared.rows()))
            throw new IllegalStateException("WRONG ROWS after the compaction: " + rows + " instead of "
                    + prepared.rows() + "; report it with " + prepared.directory());
        progress.done(String.format(Locale.ROOT, "%,d rows, as they were", rows.rows()));
        checksums.put(contender, checksum);
    }

    private static String checksum(ChildJvmNode node) {
        Path table = node.dataDirectories(DataSpec.KEYSPACE, DataSpec.TABLE).get(0);
        // The input goes some time after the compaction.
        Awaitility.await("one sstable in " + table)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> digests(table).size() == 1);
        try {
            return Files.readString(digests(table).get(0)).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> digests(Path table) {
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(file -> file.toString().endsWith("-Digest.crc32"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String mibPerSecond(double value) {
        return String.format(Locale.ROOT, "%.1f MiB/s", value);
    }
}
