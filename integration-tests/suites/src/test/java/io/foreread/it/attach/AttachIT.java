package io.foreread.it.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.SafepointLog;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.ThreadReads;
import io.foreread.it.link.HookFits;
import io.foreread.it.operation.ClientLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attaches the agent to a running node under load and detaches it, several times, and checks that the node serves every
 * request and is as before in the end.
 */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("io.foreread.it.attach.AttachCell#cells")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AttachIT {
    private static final int CYCLES = AttachCell.THOROUGH ? 10 : 2;
    /** The time before the first attach, in which the longest gap between two answers is measured. */
    private static final Duration BASELINE = Duration.ofSeconds(AttachCell.THOROUGH ? 60 : 15);
    /** Limits of times are wider in the default run, in which other suites use the machine at the same time. */
    private static final int LIMIT_FACTOR = AttachCell.THOROUGH ? 1 : 4;
    /** A gap up to this length is accepted even if it is more than twice the longest gap before. */
    private static final Duration ACCEPTED_GAP = AttachCell.THOROUGH ? Duration.ZERO : Duration.ofSeconds(2);

    private static final Duration MAX_SAFEPOINT = Duration.ofMillis(500L * LIMIT_FACTOR);
    private static final double MAX_ATTACH_SECONDS = 3 * LIMIT_FACTOR;
    private static final Pattern SECONDS = Pattern.compile("\\((\\d+\\.\\d) s\\)");
    private static final List<String> ATTACH_SECONDS = new ArrayList<>();
    private static final double MIN_READ_BYTES = 200_000;
    /** More than a chunk of a file, and much less than a block of Foreread. */
    private static final double MAX_STOCK_READ_BYTES = 70_000;
    /** Caches of the JVM are filled in the first cycles. */
    private static final int CYCLE_OF_METASPACE_REFERENCE = 3;

    private static final long MAX_METASPACE_GROWTH_BYTES = 1 << 20;
    private static final Map<String, String> COMPACTION_DATA = Map.of("activity", "compaction", "component", "Data");

    private final CassandraRelease release;

    private static AttachableNode node;
    private static CompactedTable table;
    private static LoadedClasses classes;
    private static SafepointLog safepoints;
    private static Path directory;
    private static long directBytes;
    /** The feature number of the Java of the node. */
    private static int java;

    AttachIT(AttachCell cell) {
        release = cell.release();
    }

    @BeforeParameterizedClassInvocation
    static void start(AttachCell cell) throws IOException {
        AttachCell.Started started = cell.start();
        node = started.node();
        safepoints = started.safepoints();
        directory = started.directory();
        java = started.java();
        node.jmx().setCompactionThroughput(0);
        table = CompactedTable.create(node);
        classes = new LoadedClasses(directory);
        ATTACH_SECONDS.clear();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (node != null) node.node().close();
        node = null;
    }

    @Test
    @Order(1)
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void underLoadEveryCycleReadsAheadAndEndsWithStockReads() throws Exception {
        List<Long> metaspace = new ArrayList<>();
        List<Long> gapsMillis = new ArrayList<>();
        try (CqlSession session = node.openSession();
                ClientLoad load = ClientLoad.start(session, CompactedTable.KEYSPACE + ".load")) {
            node.jmx().flush(CompactedTable.KEYSPACE, "load");
            Duration gapBefore = longestGapOfStock(load);
            directBytes = NodeTrace.directBytes(node);
            for (int cycle = 1; cycle <= CYCLES; cycle++) {
                long answers = load.answers();
                load.resetGap();
                attach(cycle == 2);
                assertAttachSeconds();
                readsInBlocks(false);
                detachDuringCompaction();
                readsLikeStock();
                NodeTrace.awaitCollected(node, classes);
                metaspace.add(NodeTrace.metaspaceBytes(node));
                Duration gap = load.longestGap();
                gapsMillis.add(gap.toMillis());
                assertGap(cycle, gap, gapBefore);
                assertThat(load.answers()).isGreaterThan(answers + 100);
                load.verify();
            }
            System.out.printf(
                    "%s, Java %d: longest gap between two answers %d ms before, %s ms in the cycles; attached in %s s%n",
                    release, java, gapBefore.toMillis(), gapsMillis, ATTACH_SECONDS);
        }
        assertThat(node.node().errors()).isEmpty();
        if (CYCLES > CYCLE_OF_METASPACE_REFERENCE)
            assertThat(metaspace.get(CYCLES - 1) - metaspace.get(CYCLE_OF_METASPACE_REFERENCE - 1))
                    .as("growth of metaspace in cycles %s, bytes used after each cycle: %s", CYCLES, metaspace)
                    .isLessThanOrEqualTo(MAX_METASPACE_GROWTH_BYTES);
    }

    /** Compacts, reads all rows and collects garbage, as each cycle does. */
    private static Duration longestGapOfStock(ClientLoad load) {
        long end = System.nanoTime() + BASELINE.toNanos();
        load.resetGap();
        do {
            table.compact();
            table.assertThatRowsAreUnchanged();
            node.jmx().collectGarbage();
        } while (System.nanoTime() < end);
        return load.longestGap();
    }

    private static void attach(boolean whileAScanIsOpen) throws Exception {
        CompletableFuture<Void> compaction = whileAScanIsOpen ? table.startSlowCompaction() : null;
        ForereadTool attached = node.attach();
        assertThat(attached.exitCode()).as(attached.toString()).isZero();
        Matcher seconds = SECONDS.matcher(attached.out());
        assertThat(seconds.find()).as(attached.out()).isTrue();
        ATTACH_SECONDS.add(seconds.group(1));
        if (compaction != null) {
            table.finish(compaction);
            table.assertThatRowsAreUnchanged();
        }
        ForereadTool status = node.run("status");
        assertThat(status.exitCode()).as(status.toString()).isZero();
        assertThat(status.out())
                .containsPattern("started +attached to the running node, which was started without -javaagent");
        assertThat(node.state()).startsWith("attached ");
        NodeTrace.assertPresent(node, classes);
    }

    private static void assertAttachSeconds() {
        assertThat(Double.parseDouble(ATTACH_SECONDS.get(ATTACH_SECONDS.size() - 1)))
                .as("duration of the attach")
                .isLessThanOrEqualTo(MAX_ATTACH_SECONDS);
    }

    private void readsInBlocks(boolean compressesAhead) {
        Scrape start = node.metrics();
        table.compact();
        Scrape end = node.metrics();
        table.assertThatRowsAreUnchanged();
        double reads = delta(start, end, "cassandra_sstable_read_size_bytes_count", COMPACTION_DATA);
        double bytes = delta(start, end, "cassandra_sstable_read_size_bytes_sum", COMPACTION_DATA);
        assertThat(bytes / reads).as("mean of %s reads", reads).isGreaterThanOrEqualTo(MIN_READ_BYTES);
        assertThat(delta(start, end, "foreread_scans_total", Map.of("reader", "foreread", "pattern", "full")))
                .isPositive();
        assertThat(delta(start, end, "foreread_chunks_compressed_ahead_total", Map.of()) > 0)
                .as("chunks are compressed ahead")
                .isEqualTo(compressesAhead);
        assertThat(HookFits.states(end)).isEqualTo(HookFits.expectedStates(release.version(), compressesAhead));
        assertThat(end.sum("foreread_probe_failures_total")).isZero();
    }

    private static void detachDuringCompaction() throws Exception {
        CompletableFuture<Void> compaction = table.startSlowCompaction();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> node.metrics().sum("foreread_buffers_used") > 0);
        CompletableFuture<ForereadTool> detaching = CompletableFuture.supplyAsync(node::detach);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> node.state()
                .matches("detaching .*[1-9]\\d* scans? (is|are) open.* for \\d+ s: compaction of "
                        + CompactedTable.NAME));
        assertThat(compaction).as("the compaction still runs").isNotDone();
        JsonNode status = node.status();
        assertThat(status.get("state").asText()).startsWith("detaching ");
        // A scan that is opened now has Cassandra's reader.
        table.assertThatRowsAreUnchanged();
        table.finish(compaction);
        ForereadTool detached = detaching.get(60, TimeUnit.SECONDS);
        assertThat(detached.exitCode()).as(detached.toString()).isZero();
        assertThat(detached.out()).contains("is detached from process " + node.ownPid());
        assertThat(detached.err()).contains("s: compaction of " + CompactedTable.NAME);
        assertThat(node.state()).isEqualTo("detached");
        table.assertThatRowsAreUnchanged();
    }

    private void readsLikeStock() {
        ThreadReads reads = table.compactAndCountReads();
        table.assertThatRowsAreUnchanged();
        // Page faults of mapped files are no system calls.
        if (AttachCell.diskAccessMode(release).equals("mmap"))
            assertThat(reads.bytes()).isLessThan(1_000_000);
        else
            assertThat((double) reads.bytes() / reads.calls())
                    .as(reads.toString())
                    .isLessThan(MAX_STOCK_READ_BYTES);
    }

    private static void assertGap(int cycle, Duration gap, Duration before) {
        Duration twice = before.multipliedBy(2);
        assertThat(gap)
                .as("longest gap in cycle %s; it was %s before", cycle, before)
                .isLessThanOrEqualTo(twice.compareTo(ACCEPTED_GAP) > 0 ? twice : ACCEPTED_GAP);
    }

    /** The limits of times are those of the default settings: this cycle weaves up to four more classes. */
    @Test
    @Order(2)
    void aCycleThatCompressesAheadEndsWithStockReads() throws Exception {
        Files.writeString(node.config(), "compress-ahead: on\n", StandardOpenOption.APPEND);
        attach(false);
        readsInBlocks(true);
        detachDuringCompaction();
        readsLikeStock();
    }

    @Test
    @Order(3)
    void aDetachedAgentLeavesNoTrace() {
        NodeTrace.assertNone(node, classes, directBytes);
    }

    @Test
    @Order(4)
    void safepointsOfWeavingAreShort() {
        List<Duration> durations = safepoints.durations("RedefineClasses");
        System.out.printf(
                "%s, Java %d: %d safepoints of weaving, the longest %s%n",
                release,
                java,
                durations.size(),
                durations.stream().sorted(Comparator.reverseOrder()).limit(5).toList());
        assertThat(durations).hasSizeGreaterThanOrEqualTo(2 * CYCLES);
        assertThat(durations).allMatch(one -> one.compareTo(MAX_SAFEPOINT) <= 0);
    }

    @Test
    @Order(5)
    void hookedClassesHaveTheirOriginalCodeAgain() throws IOException {
        CurrentCode.missing().ifPresent(why -> Assumptions.assumeTrue(false, why));
        assertThat(CurrentCode.changedClasses(node, directory.resolve("detached")))
                .isEmpty();
        // The comparison finds woven code.
        assertThat(node.attach().exitCode()).isZero();
        assertThat(CurrentCode.changedClasses(node, directory.resolve("attached")))
                .hasSizeGreaterThan(5);
        assertThat(node.detach().exitCode()).isZero();
    }

    @Test
    @Order(6)
    void noErrorIsLogged() {
        assertThat(node.node().errors()).isEmpty();
        assertThat(node.node().log()).noneMatch(line -> line.contains("LEAK DETECTED"));
    }

    private static double delta(Scrape start, Scrape end, String name, Map<String, String> labels) {
        return end.sum(name, labels) - start.sum(name, labels);
    }
}
