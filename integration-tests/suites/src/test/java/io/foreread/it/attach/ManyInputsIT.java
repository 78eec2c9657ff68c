package io.foreread.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.Full;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import io.foreread.it.operation.TableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
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
    private static final int SSTABLES = OverlappingSstables.SSTABLES;
    private static final int PARTITIONS = OverlappingSstables.PARTITIONS;
    private static final List<String> COMPACTED_WITH_THE_AGENT = List.of("filtered", "reread", "switched", "detached");
    /** The agent uses no filter in the first second after the attach. */
    private static final long SETTLING_MILLIS = 1_500;

    private static final long LIMIT_SECONDS = 120;
    private static final int READS = 100;
    private static final String SUMS = "foreread_scanner_sums_total";

    private static ChildJvmNode process;
    private static AttachableNode node;
    private static OverlappingSstables tables;
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
        CassandraRelease oldest = CassandraRelease.newestOf("3.11");
        CassandraRelease newest = CassandraRelease.newestOf("5.0");
        if (!thorough) return Stream.of(oldest);
        return NodeReleases.of(
                oldest,
                CassandraRelease.newestOf("4.0"),
                CassandraRelease.newestOf("4.1"),
                CassandraRelease.LAST_WITHOUT_NATIVE,
                newest);
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
        tables = new OverlappingSstables(process, KEYSPACE);
        tables.create("stock");
        tables.write("stock");
        for (String table : COMPACTED_WITH_THE_AGENT) {
            tables.create(table);
            files("stock").copyTo(files(table));
        }
        tables.cacheKeys("stock");
        COMPACTED_WITH_THE_AGENT.forEach(tables::cacheKeys);
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

    /** Statistics.db has the time of the last change and the order of the inputs, and TOC.txt no order. */
    private static Map<String, String> componentsOf(String table) {
        Map<String, String> components = files(table).componentDigests();
        components.keySet().removeIf(name -> name.startsWith("Statistics") || name.startsWith("TOC"));
        assertThat(components).containsKeys("Data.db", "Index.db", "Filter.db", "CompressionInfo.db");
        return components;
    }

    private static TableFiles files(String table) {
        return tables.files(table);
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

        // All lookups are made until the filter is built. A key that is cached for one input is looked up for all.
        double skipped = delta(start, end, "foreread_key_cache_lookups_total", Map.of("result", "skipped"));
        double made = delta(start, end, "foreread_key_cache_lookups_total", Map.of("result", "made"));
        assertThat(skipped + made).isBetween(0.9 * PARTITIONS * SSTABLES, 1.0 * PARTITIONS * SSTABLES);
        assertThat(skipped / (skipped + made)).isBetween(0.5, 0.81);
        assertThat(delta(start, end, "foreread_key_filter_builds_total", Map.of()))
                .isBetween(1.0, 3.0);
        assertThat(end.sum("foreread_key_filter_bytes"))
                .as("after the compaction")
                .isZero();
        double reused = delta(start, end, SUMS, Map.of("result", "reused"));
        double summed = delta(start, end, SUMS, Map.of("result", "made"));
        assertThat(reused + summed).isGreaterThan(0.9 * PARTITIONS);
        // A sum is reused for a millisecond, so a slow machine reuses few.
        assertThat(reused).isPositive();
        assertThat(summed).isPositive();
        double empty = delta(start, end, "foreread_empty_inputs_skipped_total", Map.of());
        if (release.line().equals("3.11")) assertThat(empty).isGreaterThan(0.9 * PARTITIONS * (SSTABLES - 2));
        else assertThat(empty).isZero();
    }

    /** The compaction comes to these partitions last, and finds their keys in the filter only if insertions are observed. */
    @Test
    @Order(2)
    void readsDuringTheCompactionLoseNoCachedKey() throws Exception {
        List<Long> late = tables.lastWithoutCachedKeys("reread", 2 * READS);
        Set<String> lateKeys = late.stream().map(Long::toHexString).collect(Collectors.toCollection(TreeSet::new));
        assertThat(cache.ofTable(files("reread"))).doesNotContainAnyElementsOf(lateKeys);
        double before = skipped();
        CompletableFuture<Void> compaction = node.startSlowCompaction(KEYSPACE, "reread");
        // While the filter is built, and then after that.
        tables.read("reread", late.subList(0, READS));
        awaitMoreThan(before, ManyInputsIT::skipped);
        tables.read("reread", late.subList(READS, 2 * READS));
        assertThat(compaction).as("the compaction still runs").isNotDone();
        process.jmx().setCompactionThroughput(0);
        compaction.get(LIMIT_SECONDS, TimeUnit.SECONDS);

        assertSameResult("reread");
        lateKeys.addAll(stockKeys);
        assertThat(cache.ofOnlySstable(files("reread"))).isEqualTo(lateKeys);
    }

    @Test
    @Order(3)
    void theSwitchesApplyToARunningCompaction() throws Exception {
        double before = skipped();
        CompletableFuture<Void> compaction = node.startSlowCompaction(KEYSPACE, "switched");
        awaitMoreThan(before, ManyInputsIT::skipped);
        process.jmx().setFilterKeyCache(false);
        process.jmx().setSkipEmptyInputs(false);
        process.jmx().setReuseScannedBytes(false);
        awaitMoreThan(made(), ManyInputsIT::made);
        Scrape off = node.metrics();
        awaitMoreThan(made(), ManyInputsIT::made);
        assertThat(skipped()).isEqualTo(skipped(off));
        assertThat(emptyInputs()).isEqualTo(emptyInputs(off));
        assertThat(reusedSums()).isEqualTo(reusedSums(off));
        assertThat(node.metrics().sum("foreread_key_filter_bytes")).isZero();
        process.jmx().setFilterKeyCache(true);
        process.jmx().setSkipEmptyInputs(true);
        process.jmx().setReuseScannedBytes(true);
        awaitMoreThan(skipped(off), ManyInputsIT::skipped);
        if (release.line().equals("3.11")) awaitMoreThan(emptyInputs(off), ManyInputsIT::emptyInputs);
        awaitMoreThan(reusedSums(off), ManyInputsIT::reusedSums);
        assertThat(compaction).as("the compaction still runs").isNotDone();
        process.jmx().setCompactionThroughput(0);
        compaction.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertSameResult("switched");
        assertThat(cache.ofOnlySstable(files("switched"))).isEqualTo(stockKeys);
    }

    @Test
    @Order(4)
    void aCompactionThatRunsDuringADetachHasTheSameResult() throws Exception {
        double before = skipped();
        CompletableFuture<Void> compaction = node.startSlowCompaction(KEYSPACE, "detached");
        awaitMoreThan(before, ManyInputsIT::skipped);
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
    @Order(5)
    void noErrorIsLogged() {
        assertThat(process.errors()).isEmpty();
        assertThat(process.log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private static void awaitMoreThan(double before, DoubleSupplier value) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> value.getAsDouble() > before);
    }

    private static double skipped() {
        return skipped(node.metrics());
    }

    private static double skipped(Scrape scrape) {
        return scrape.sum("foreread_key_cache_lookups_total", Map.of("result", "skipped"));
    }

    private static double made() {
        return node.metrics().sum("foreread_key_cache_lookups_total", Map.of("result", "made"));
    }

    private static double emptyInputs() {
        return emptyInputs(node.metrics());
    }

    private static double emptyInputs(Scrape scrape) {
        return scrape.sum("foreread_empty_inputs_skipped_total");
    }

    private static double reusedSums() {
        return reusedSums(node.metrics());
    }

    private static double reusedSums(Scrape scrape) {
        return scrape.sum(SUMS, Map.of("result", "reused"));
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
