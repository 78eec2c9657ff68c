package io.foreread.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.TableFiles;
import io.foreread.it.operation.Writes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compacts more than a hundred sstables with early open, of which some keys are cached: in a stock node, and in the same
 * node after the agent was attached. All compactions must write the same sstable and leave the same keys in the key cache.
 */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("releases")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ManyInputsIT {
    private static final String KEYSPACE = "many";
    private static final int SSTABLES = 104;
    private static final int PARTITIONS_PER_SSTABLE = 150;
    private static final int PARTITIONS = (SSTABLES + 1) * PARTITIONS_PER_SSTABLE / 2;
    private static final int PAYLOAD_BYTES = 500;
    /** The agent uses no filter in the first second after the attach. */
    private static final long SETTLING_MILLIS = 1_500;

    private static final long LIMIT_SECONDS = 120;
    private static final int READERS = 4;

    private static ChildJvmNode process;
    private static AttachableNode node;
    private static KeyCacheContent cache;
    private static Map<String, String> stockComponents;
    private static Set<String> stockKeys;
    private static RowDigest rows;

    private final CassandraRelease release;

    ManyInputsIT(CassandraRelease release) {
        this.release = release;
    }

    static Stream<CassandraRelease> releases() {
        boolean thorough = Full.isAskedFor() || System.getProperty("cassandra.lines") != null;
        CassandraRelease only = CassandraRelease.newestOf("3.11");
        if (!thorough) return Stream.of(only);
        return NodeReleases.of(
                only,
                CassandraRelease.newestOf("4.0"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.LAST_WITHOUT_NATIVE,
                CassandraRelease.newestOf("5.0"));
    }

    @BeforeParameterizedClassInvocation
    static void compactWithoutTheAgent(CassandraRelease release) throws IOException {
        Path storage = NodeReleases.storage("many-inputs", release);
        process = ChildJvmNode.of(release, storage)
                .yaml("sstable_preemptive_open_interval_in_mb", 1)
                .start();
        process.jmx().setCompactionThroughput(0);
        node = AttachableNode.of(process, Files.createDirectory(storage.resolve("attach")));
        cache = new KeyCacheContent(process, Files.createDirectory(storage.resolve("keys")));
        DeterministicRows.createKeyspace(process.session(), KEYSPACE, true);
        for (String table : List.of("stock", "filtered", "reread", "detached")) create(table);
        write();
        for (String table : List.of("filtered", "reread", "detached"))
            files("stock").copyTo(files(table));
        for (String table : List.of("stock", "filtered", "reread", "detached")) cacheKeys(table);
        rows = RowDigest.of(process.session(), KEYSPACE + ".stock");

        process.jmx().majorCompact(KEYSPACE, "stock");
        stockComponents = componentsOf("stock");
        stockKeys = cache.ofOnlySstable(files("stock"));
        assertThat(stockKeys).hasSizeGreaterThan(PARTITIONS / 8);

        ForereadTool attached = node.attach();
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        try {
            Thread.sleep(SETTLING_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void create(String table) {
        process.session()
                .execute("CREATE TABLE " + KEYSPACE + "." + table
                        + " (p bigint, c int, s int static, payload blob, PRIMARY KEY (p, c))"
                        + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
    }

    /**
     * Writes sstables of which each has half of the partitions of the previous one. Each has partitions with rows that a
     * deletion of the same sstable shadows.
     */
    private static void write() {
        String table = KEYSPACE + ".stock";
        for (int sstable = 0; sstable < SSTABLES; sstable++) {
            int first = sstable * PARTITIONS_PER_SSTABLE / 2;
            long timestamp = 1_000_000 + sstable * 10L;
            try (Writes writes = new Writes(process.session())) {
                for (long p = first; p < first + PARTITIONS_PER_SSTABLE; p++) {
                    writes.execute(
                            "INSERT INTO " + table + " (p, c, payload) VALUES (?, 0, ?) USING TIMESTAMP ?",
                            p,
                            DeterministicRows.payload(p, sstable, PAYLOAD_BYTES),
                            timestamp);
                    if (p % 10 > 1) continue;
                    writes.execute("DELETE FROM " + table + " USING TIMESTAMP ? WHERE p = ?", timestamp + 1, p);
                    if (p % 10 == 0)
                        writes.execute(
                                "INSERT INTO " + table + " (p, c, s) VALUES (?, 1, 2) USING TIMESTAMP ?",
                                p,
                                timestamp + 2);
                }
            }
            process.jmx().flush(KEYSPACE, "stock");
        }
    }

    /** Reads every fifth partition, whose key is then cached for one or two of the sstables. */
    private static void cacheKeys(String table) {
        PreparedStatement read = process.session().prepare("SELECT * FROM " + KEYSPACE + "." + table + " WHERE p = ?");
        for (long p = 0; p < PARTITIONS; p += 5) process.session().execute(read.bind(p));
    }

    /** Statistics.db has the time of the last change and the order of the inputs, and TOC.txt no order. */
    private static Map<String, String> componentsOf(String table) {
        Map<String, String> components = files(table).componentDigests();
        components.keySet().removeIf(name -> name.startsWith("Statistics") || name.startsWith("TOC"));
        assertThat(components).containsKeys("Data.db", "Index.db", "Filter.db", "CompressionInfo.db");
        return components;
    }

    private static TableFiles files(String table) {
        return new TableFiles(process, KEYSPACE, table);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (process != null) process.close();
        process = null;
    }

    @Test
    @Order(1)
    void lookupsAreSkippedAndTheResultIsThatOfTheStockNode() {
        Scrape start = node.metrics();
        process.jmx().majorCompact(KEYSPACE, "filtered");
        Scrape end = node.metrics();
        assertSameResult("filtered");
        assertThat(cache.ofOnlySstable(files("filtered"))).isEqualTo(stockKeys);

        // A key that is cached for one input is looked up for all of them.
        double skipped = delta(start, end, "foreread_key_cache_lookups_total", Map.of("result", "skipped"));
        double made = delta(start, end, "foreread_key_cache_lookups_total", Map.of("result", "made"));
        assertThat(skipped + made).isBetween(0.9 * PARTITIONS * SSTABLES, 1.0 * PARTITIONS * SSTABLES);
        assertThat(skipped / (skipped + made)).isBetween(0.6, 0.81);
        assertThat(delta(start, end, "foreread_key_filter_builds_total", Map.of()))
                .isBetween(1.0, 3.0);
        assertThat(end.sum("foreread_key_filter_bytes"))
                .as("after the compaction")
                .isZero();
        double empty = delta(start, end, "foreread_empty_inputs_skipped_total", Map.of());
        if (release.line().equals("3.11")) assertThat(empty).isGreaterThan(0.9 * PARTITIONS * (SSTABLES - 2));
        else assertThat(empty).isZero();
    }

    @Test
    @Order(2)
    void readsDuringTheCompactionLoseNoCachedKey() throws Exception {
        Set<String> before = cache.ofTable(files("reread"));
        Scrape start = node.metrics();
        AtomicBoolean end = new AtomicBoolean();
        List<CompletableFuture<Integer>> readers = new ArrayList<>();
        CompletableFuture<Void> compaction = startSlowCompaction("reread");
        for (int reader = 0; reader < READERS; reader++) {
            int seed = reader;
            readers.add(CompletableFuture.supplyAsync(() -> readAtRandom("reread", seed, end)));
        }
        compaction.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        end.set(true);
        for (CompletableFuture<Integer> reader : readers)
            assertThat(reader.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isGreaterThan(100);

        assertSameResult("reread");
        assertThat(cache.ofOnlySstable(files("reread"))).containsAll(before);
        assertThat(delta(start, node.metrics(), "foreread_key_cache_lookups_total", Map.of("result", "skipped")))
                .isPositive();
    }

    /** @return the number of reads */
    private static int readAtRandom(String table, int seed, AtomicBoolean end) {
        PreparedStatement read = process.session().prepare("SELECT p FROM " + KEYSPACE + "." + table + " WHERE p = ?");
        Random random = new Random(seed);
        int count = 0;
        for (; !end.get(); count++) {
            long p = random.nextInt(PARTITIONS);
            for (Row row : process.session().execute(read.bind(p)))
                assertThat(row.getLong(0)).isEqualTo(p);
        }
        return count;
    }

    @Test
    @Order(3)
    void aCompactionThatRunsDuringADetachHasTheSameResult() throws Exception {
        CompletableFuture<Void> compaction = startSlowCompaction("detached");
        double before = skipped();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> skipped() > before);
        CompletableFuture<ForereadTool> detaching = CompletableFuture.supplyAsync(node::detach);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> node.state()
                .startsWith("detach"));
        assertThat(compaction).as("the compaction still runs").isNotDone();
        process.jmx().setCompactionThroughput(0);
        compaction.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        ForereadTool detached = detaching.get(60, TimeUnit.SECONDS);
        assertThat(detached.exitCode()).as(detached.toString()).isZero();
        assertSameResult("detached");
        assertThat(cache.ofOnlySstable(files("detached"))).isEqualTo(stockKeys);
    }

    @Test
    @Order(4)
    void noErrorIsLogged() {
        assertThat(process.errors()).isEmpty();
        assertThat(process.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private static CompletableFuture<Void> startSlowCompaction(String table) {
        process.jmx().setCompactionThroughput(1);
        CompletableFuture<Void> compaction =
                CompletableFuture.runAsync(() -> process.jmx().majorCompact(KEYSPACE, table));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            List<?> running = process.jmx()
                    .getAttribute(NodeJmx.name("org.apache.cassandra.db:type=CompactionManager"), "Compactions");
            return running.stream().anyMatch(one -> one.toString().contains(table));
        });
        return compaction;
    }

    private static double skipped() {
        return node.metrics().sum("foreread_key_cache_lookups_total", Map.of("result", "skipped"));
    }

    private static void assertSameResult(String table) {
        assertThat(componentsOf(table)).isEqualTo(stockComponents);
        assertThat(RowDigest.of(process.session(), KEYSPACE + "." + table)).isEqualTo(rows);
        Tally.ROWS_COMPARED.add(rows.rows());
        if (!node.state().startsWith("attached")) return;
        Scrape metrics = node.metrics();
        assertThat(metrics.sum("foreread_probe_failures_total")).isZero();
        assertThat(metrics.sum("foreread_key_filters_lost_total")).isZero();
    }

    private static double delta(Scrape start, Scrape end, String name, Map<String, String> labels) {
        return end.sum(name, labels) - start.sum(name, labels);
    }
}
