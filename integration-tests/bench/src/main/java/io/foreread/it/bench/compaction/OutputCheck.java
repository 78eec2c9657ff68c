package io.foreread.it.bench.compaction;

import io.foreread.it.bench.laboratory.DataSpec;
import io.foreread.it.bench.laboratory.PreparedSSTables;
import io.foreread.it.bench.laboratory.ReaderVariant;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.Progress;
import io.foreread.it.fixture.RowDigest;
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

/**
 * Checks the output of compactions. The first time, every row of a contender is compared. Later, only the digest file that
 * Cassandra writes with the output is compared. Not thread-safe.
 */
public final class OutputCheck {
    private final PreparedSSTables prepared;
    private final Progress progress;
    /** Cassandra's digest of the first output of each contender. The rows of this output have been compared. */
    private final Map<ReaderVariant, String> checksums = new HashMap<>();

    public OutputCheck(PreparedSSTables prepared, Progress progress) {
        this.prepared = prepared;
        this.progress = progress;
    }

    /**
     * Checks the output of a compaction.
     *
     * @param node the node with the output, which is the only sstable of the table
     * @param title the beginning of the text of the progress lines
     * @throws IllegalStateException if the output is wrong
     */
    public void check(ChildJvmNode node, ReaderVariant contender, String title) {
        String checksum = checksum(node);
        String first = checksums.get(contender);
        if (first != null) {
            if (!first.equals(checksum))
                throw new IllegalStateException(
                        "the output differs from the output of the first round: its checksum is " + checksum
                                + " instead of " + first);
            return;
        }
        progress.step(title + ": reading all rows");
        RowDigest rows = RowDigest.of(
                node.session(),
                DataSpec.qualifiedTable(),
                read -> progress.at(read, prepared.rows().rows()));
        if (!rows.equals(prepared.rows()))
            throw new IllegalStateException("WRONG ROWS after the compaction: " + rows + " instead of "
                    + prepared.rows() + "; report this with the sstables in " + prepared.directory());
        progress.done(String.format(Locale.ROOT, "%,d rows, all unchanged", rows.rows()));
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
}
