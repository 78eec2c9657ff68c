package io.foreread.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.container.Nodes;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Executes the same random statements on two nodes of one release, with and without the agent, and compares the
 * results.
 *
 * <p>{@code -Dforeread.fuzz.seed} repeats a run with its seed, {@code -Dforeread.fuzz.seconds} sets the duration of a run.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class DifferentialFuzzIT {
    private static final long SECONDS = Long.getLong("foreread.fuzz.seconds", Full.isAskedFor() ? 3600 : 30);

    @TempDir
    private Path storage;

    static LongStream seeds() {
        Long seed = Long.getLong("foreread.fuzz.seed");
        return LongStream.of(seed != null ? seed : System.nanoTime() & 0xFFFFFFFFL);
    }

    @ParameterizedTest(name = "-Dforeread.fuzz.seed={0}")
    @MethodSource("seeds")
    void everyRowAndEveryByteOfCompactionsEqualsStock(long seed) throws IOException {
        Random random = new Random(seed);
        List<CassandraRelease> releases = CassandraRelease.all();
        CassandraRelease release = releases.get(random.nextInt(releases.size()));
        // With read-ahead=on, Foreread replaces the native read-ahead of Cassandra.
        String agent = release.hasNativeReadAhead() ? "read-ahead=on" : "";
        boolean cached = random.nextInt(4) == 0;
        String access = random.nextBoolean() ? "mmap" : "standard";
        System.out.printf("fuzzing %s, disk_access_mode %s, chunk cache %s, seed %d%n", release, access, cached, seed);
        try (CassandraNode stock = start(Nodes.of(release, directory("stock")), access, cached);
                CassandraNode ours = start(Nodes.of(release, directory("ours")).agent(agent), access, cached)) {
            long endNanos = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
            for (int table = 0; table == 0 || System.nanoTime() < endNanos; table++)
                new FuzzRun(stock, ours, new FuzzTable(random, release.version()), random, table).rounds(2);
            assertThat(ours.metrics().sum("foreread_scans_total", Map.of("reader", "foreread", "pattern", "full")))
                    .as("scans that read ahead")
                    .isPositive();
            assertThat(ours.metrics().sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error")))
                    .isZero();
            assertThat(ours.metrics().sum("foreread_buffer_used_bytes")).isZero();
            assertThat(ours.errors()).isEmpty();
        }
    }

    private static CassandraNode start(NodeBuilder builder, String access, boolean cached) {
        CassandraNode node = builder.heap("384m", "384m")
                .diskAccessMode(access)
                .fileCache(cached)
                .yaml("sstable_preemptive_open_interval_in_mb", 1)
                .start();
        node.jmx().setCompactionThroughput(0);
        return node;
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(storage.resolve(name));
    }
}
