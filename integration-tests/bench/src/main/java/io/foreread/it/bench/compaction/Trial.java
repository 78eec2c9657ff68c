package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.NodeTurn;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.bench.load.DelayAccounting;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.SavedSSTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** One turn of a contender: a new node that is warmed up and measured once. */
final class Trial {
    private final CompactionOptions options;
    private final NodeTurn turn;
    private final PreparedSSTables prepared;
    private final DelayAccounting delays;
    /** Cassandra's digest of the first output of each contender. The rows of this output have been compared. */
    private final Map<ReaderVariant, String> checksums = new HashMap<>();

    Trial(CompactionOptions options, NodeTurn turn, PreparedSSTables prepared, DelayAccounting delays) {
        this.options = options;
        this.turn = turn;
        this.prepared = prepared;
        this.delays = delays;
    }

    /** @param profiled called after the measurement, with the node and the sstables to compact; null for no profile */
    MeasuredVariant run(ReaderVariant contender, int round, @Nullable Profiling profiled) {
        String title = "Round " + round + "/" + options.rounds() + ", " + contender;
        return turn.run(contender, title, (node, input) -> {
            warmUp(node, input, title);
            MeasuredVariant measured = measure(node, contender, round, input, title);
            check(node, contender, title);
            if (profiled != null) profiled.profile(node, contender, input);
            return measured;
        });
    }

    private Progress progress() {
        return turn.progress();
    }

    /** Profiles compactions on a node after the measurement. */
    interface Profiling {
        void profile(ChildJvmNode node, ReaderVariant contender, SavedSSTables input);
    }

    /** Compacts without the limits of the volume and from the page cache, which is enough for the JIT compiler. */
    private void warmUp(ChildJvmNode node, SavedSSTables input, String title) {
        for (int i = 1; i <= options.warmUps(); i++) {
            progress().step(title + ": warming up");
            input.restoreHot();
            long start = System.nanoTime();
            node.jmx().majorCompact(DataSpec.KEYSPACE, DataSpec.TABLE);
            progress().done(mibPerSecond(input.dataBytes() / (double) (1 << 20) / ((System.nanoTime() - start) / 1e9)));
        }
    }

    private MeasuredVariant measure(
            ChildJvmNode node, ReaderVariant contender, int round, SavedSSTables input, String title) {
        progress().step(title + ": compacting");
        boolean hot = turn.volume().spec().hot();
        if (hot) input.restoreHot();
        else input.restore();
        turn.volume().limit(node.pid());
        MeasuredVariant measured = new MeasuredCompaction(
                        node, contender, turn.volume().device(), delays, progress())
                .run(round, input, hot);
        progress().done(mibPerSecond(measured.mibPerSecond()));
        return measured;
    }

    /**
     * Checks the output. In the first round of a contender every row is compared, in later rounds only the digest file that
     * Cassandra writes with the output.
     */
    private void check(ChildJvmNode node, ReaderVariant contender, String title) {
        String checksum = checksum(node);
        String first = checksums.get(contender);
        if (first != null) {
            if (!first.equals(checksum))
                throw new IllegalStateException(
                        "the output differs from the output of the first round: its checksum is " + checksum
                                + " instead of " + first);
            return;
        }
        progress().step(title + ": reading all rows");
        RowDigest rows = RowDigest.of(node.session(), DataSpec.qualifiedTable(), read -> progress()
                .at(read, prepared.rows().rows()));
        if (!rows.equals(prepared.rows()))
            throw new IllegalStateException("WRONG ROWS after the compaction: " + rows + " instead of "
                    + prepared.rows() + "; report this with the sstables in " + prepared.directory());
        progress().done(String.format(Locale.ROOT, "%,d rows, all unchanged", rows.rows()));
        checksums.put(contender, checksum);
    }

    private static String checksum(ChildJvmNode node) {
        Path table = node.dataDirectories(DataSpec.KEYSPACE, DataSpec.TABLE).get(0);
        // The input is deleted some time after the compaction.
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
