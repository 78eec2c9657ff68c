package io.foreread.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Scrape;
import io.foreread.it.fixture.Tally;
import io.foreread.it.node.NodeReleases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs nodes on which read-ahead gets no memory, or on which scans compete for it. */
class ScarceMemoryIT {
    private static final CassandraRelease RELEASE = CassandraRelease.newestOf("4.1");
    private static final String TABLE = "scarce";
    /** The maximum direct memory of the JVM. Cassandra needs 8 MiB of it for its pool of network buffers. */
    private static final String DIRECT_MEMORY = "12m";

    private static final int RANGE_READS = 500;
    private static final int WARM_UP_READS = 100;
    private static final int BUDGET_BYTES = 2 << 20;
    /**
     * The alignment of a slab, and buffers that the JVM and Cassandra allocate for threads that start during the reads. A
     * second slab has 2 MiB.
     */
    private static final int OTHER_BYTES = 512 << 10;

    private static final int CONCURRENT_SCANS = 4;

    private record Outcome(String compaction, RowDigest rows, Set<String> errors) {}

    @BeforeEach
    void runsOnlyIfItsReleaseIsSelected() {
        assumeTrue(CassandraRelease.all().contains(RELEASE), "not selected by -Dcassandra.lines");
    }

    @Test
    void bufferBudgetZero_everyScanUsesTheStockReader() {
        try (CassandraNode node = NodeVariant.AGENT
                .node(RELEASE, NodeReleases.storage("budget", RELEASE))
                .agent("buffer-budget=0")
                .start()) {
            Outcome outcome = compact(node);
            assertThat(outcome.compaction).isEqualTo(FaultTables.DONE);
            assertThat(outcome.errors).isEmpty();
            assertFellBack(node, "budget_spent");
            Tally.ROWS_COMPARED.add(outcome.rows.rows());
            Tally.FAULTS_SURVIVED.add(1);
        }
    }

    @Test
    void tooLittleDirectMemory_aCompactionEqualsStock() {
        StockAndAgent<Outcome> both = StockAndAgent.of(variant -> {
            try (CassandraNode node = variant.node(RELEASE, NodeReleases.storage("direct-memory-" + variant, RELEASE))
                    .jvmOptions("-XX:MaxDirectMemorySize=" + DIRECT_MEMORY)
                    .start()) {
                Outcome outcome = compact(node);
                if (variant == NodeVariant.AGENT) AgentMemory.assertReleased(node);
                return outcome;
            }
        });
        assertThat(both.sameOutcome().compaction).isEqualTo(FaultTables.DONE);
        Tally.ROWS_COMPARED.add(both.stock().rows.rows());
        Tally.FAULTS_SURVIVED.add(1);
    }

    @Test
    void fiveHundredConcurrentRangeReadsShareTheBudgetAndFindEveryRow() {
        try (CassandraNode node = NodeVariant.AGENT
                .node(RELEASE, NodeReleases.storage("range-reads", RELEASE))
                .fileCache(false)
                .agent("read-ahead=off,buffer-budget=" + BUDGET_BYTES)
                .start()) {
            FaultTables.write(node, TABLE, 4, 200);
            long rows = FaultTables.digest(node, TABLE).rows();
            SimpleStatement scan = SimpleStatement.newInstance("SELECT id FROM " + FaultTables.KEYSPACE + "." + TABLE);
            JvmDirectMemory memory = new JvmDirectMemory(node);
            // The agent has no memory yet. Cassandra and its threads allocate theirs.
            readRanges(node, scan, WARM_UP_READS, rows);
            assertThat(node.metrics().sum("foreread_fills_total")).isZero();
            node.jmx().collectGarbage();
            long stockBytes = memory.usedBytes();
            node.jmx().setReadAheadEnabled(true);
            assertThat(memory.maxBytesDuring(() -> readRanges(node, scan, RANGE_READS, rows)) - stockBytes)
                    .as("maximum direct memory of the agent")
                    .isBetween((long) BUDGET_BYTES / 2, (long) BUDGET_BYTES + OTHER_BYTES);
            assertThat(node.metrics().sum("foreread_fills_total")).isPositive();
            AgentMemory.assertReleased(node);
            assertThat(node.metrics().sum("foreread_fallbacks_total", Map.of("reason", "unexpected_error")))
                    .isZero();
            assertThat(node.errors()).isEmpty();
            Tally.ROWS_COMPARED.add(rows * RANGE_READS);
            Tally.FAULTS_SURVIVED.add(1);
        }
    }

    @Test
    void aCompactionThatStartsWhileRangeReadsHoldMemoryReadsFullBlocks() throws Exception {
        int sstables = 50;
        try (CassandraNode node = NodeVariant.AGENT
                .node(RELEASE, NodeReleases.storage("beside-range-reads", RELEASE))
                .fileCache(false)
                .agent("")
                .start()) {
            FaultTables.write(node, TABLE, sstables, 1250);
            RowDigest rows = FaultTables.digest(node, TABLE);
            // Cassandra reads each page with one command, which keeps the readers of all sstables open until it ends.
            SimpleStatement scan = SimpleStatement.newInstance("SELECT * FROM " + FaultTables.KEYSPACE + "." + TABLE)
                    .setPageSize(10_000);
            AtomicBoolean ends = new AtomicBoolean();
            ExecutorService clients = Executors.newFixedThreadPool(CONCURRENT_SCANS);
            try {
                List<Future<Long>> scanned = new ArrayList<>();
                for (int i = 0; i < CONCURRENT_SCANS; i++)
                    scanned.add(clients.submit(() -> {
                        long read = 0;
                        while (!ends.get())
                            read += node.session().execute(scan).all().size();
                        return read;
                    }));
                Awaitility.await("range reads to hold a quarter of the budget")
                        .atMost(Duration.ofMinutes(1))
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> node.metrics().sum("foreread_buffer_used_bytes") >= 16 << 20);
                Scrape start = node.metrics();
                assertThat(FaultTables.compact(node, TABLE)).isEqualTo(FaultTables.DONE);
                Scrape end = node.metrics();
                ends.set(true);
                for (Future<Long> client : scanned)
                    assertThat(client.get(1, TimeUnit.MINUTES)).isPositive();
                double reads = compactionReads(end, "_count") - compactionReads(start, "_count");
                double bytes = compactionReads(end, "_sum") - compactionReads(start, "_sum");
                assertThat(bytes).as("every sstable was read").isGreaterThan(sstables * 1_000_000.0);
                assertThat(bytes / reads).as("mean read size").isGreaterThan(200_000);
            } finally {
                ends.set(true);
                clients.shutdownNow();
            }
            assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
            AgentMemory.assertReleased(node);
        }
    }

    private static void readRanges(CassandraNode node, SimpleStatement scan, int reads, long rows) {
        List<CompletionStage<Long>> scans = Stream.generate(() -> FaultTables.countRows(node.session(), scan))
                .limit(reads)
                .toList();
        for (CompletionStage<Long> found : scans)
            assertThat(found.toCompletableFuture().join()).isEqualTo(rows);
    }

    private static double compactionReads(Scrape scrape, String suffix) {
        return scrape.sum(
                "cassandra_sstable_read_size_bytes" + suffix, Map.of("activity", "compaction", "component", "Data"));
    }

    private static Outcome compact(CassandraNode node) {
        FaultTables.write(node, TABLE, 4, 1000);
        RowDigest rows = FaultTables.digest(node, TABLE);
        String compaction = FaultTables.compact(node, TABLE);
        assertThat(FaultTables.liveSstables(node, TABLE)).isEqualTo(1);
        assertThat(FaultTables.digest(node, TABLE)).isEqualTo(rows);
        return new Outcome(compaction, rows, LogErrors.errors(node));
    }

    private static void assertFellBack(CassandraNode node, String reason) {
        Scrape scrape = node.metrics();
        assertThat(scrape.sum("foreread_fallbacks_total", Map.of("reason", reason)))
                .as("scans of four sstables")
                .isGreaterThanOrEqualTo(4);
        assertThat(scrape.sum("foreread_fills_total")).isZero();
        assertThat(scrape.sum("foreread_buffer_idle_bytes")).isZero();
        AgentMemory.assertReleased(node);
    }
}
