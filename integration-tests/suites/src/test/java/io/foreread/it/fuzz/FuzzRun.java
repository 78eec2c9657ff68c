package io.foreread.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import io.foreread.it.operation.TableFiles;
import io.foreread.it.operation.Writes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/** Writes one random table to both nodes, and compares its rows and the sstables that the nodes compact from it. */
final class FuzzRun {
    private static final String KEYSPACE = "fuzz";
    private static final int QUERIES = 4;

    private final CassandraNode stock;
    private final CassandraNode ours;
    private final FuzzTable table;
    private final Random random;
    private final String name;
    private int copies;

    FuzzRun(CassandraNode stock, CassandraNode ours, FuzzTable table, Random random, int number) {
        this.stock = stock;
        this.ours = ours;
        this.table = table;
        this.random = random;
        this.name = "t" + number;
    }

    void rounds(int count) {
        create(name);
        for (int round = 0; round < count; round++) {
            for (int flushes = random.nextInt(1, 4); flushes > 0; flushes--) write(random.nextInt(20, 900));
            assertSameRows("after writing");
            assertSameBytes();
            // Operation 0 is scrub, which drops partitions with range tombstones in 5.0 and later.
            int operation = random.nextInt(stock.version().isAtLeast(5, 0) ? 1 : 0, 5);
            both(node -> operate(node.jmx(), operation, name));
            table.makeLaterWritesNewer();
            assertSameRows("after operation " + operation);
        }
        both(node -> node.session().execute("DROP TABLE " + KEYSPACE + "." + name));
    }

    private void create(String created) {
        both(node -> {
            DeterministicRows.createKeyspace(node.session(), KEYSPACE, false);
            node.session().execute(table.definition(KEYSPACE + "." + created));
            node.jmx().disableAutoCompaction(KEYSPACE, created);
        });
    }

    private void write(int count) {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) statements.add(table.statement(KEYSPACE + "." + name));
        both(node -> {
            try (Writes writes = new Writes(node.session())) {
                statements.forEach(writes::execute);
            }
            node.jmx().flush(KEYSPACE, name);
        });
    }

    private static void operate(NodeJmx jmx, int operation, String table) {
        switch (operation) {
            case 0 -> jmx.scrub(KEYSPACE, table);
            case 1 -> jmx.upgradeSSTables(KEYSPACE, table);
            case 2 -> jmx.garbageCollect(KEYSPACE, table);
            case 3 -> jmx.verify(KEYSPACE, table);
            default -> jmx.majorCompact(KEYSPACE, table);
        }
    }

    private void assertSameRows(String when) {
        String what = name + " " + when + ": " + table.definition(KEYSPACE + "." + name);
        RowDigest expected = RowDigest.of(stock.session(), KEYSPACE + "." + name);
        assertThat(RowDigest.of(ours.session(), KEYSPACE + "." + name)).as(what).isEqualTo(expected);
        Tally.ROWS_COMPARED.add(expected.rows());
        for (int i = 0; i < QUERIES; i++) {
            SimpleStatement query = SimpleStatement.newInstance(table.query(KEYSPACE + "." + name))
                    .setPageSize(random.nextInt(1, 300));
            List<String> rows = rows(stock, query);
            assertThat(rows(ours, query)).as(what + "\n" + query.getQuery()).isEqualTo(rows);
            Tally.ROWS_COMPARED.add(rows.size());
        }
    }

    /**
     * Compares the bytes of compacted sstables. Sstables that two nodes have flushed contain different times, so both
     * nodes compact copies of the stock node's sstables.
     */
    private void assertSameBytes() {
        String copy = name + "_" + copies++;
        create(copy);
        TableFiles source = new TableFiles(stock, KEYSPACE, name);
        TableFiles byStock = new TableFiles(stock, KEYSPACE, copy);
        TableFiles byOurs = new TableFiles(ours, KEYSPACE, copy);
        source.copyTo(byStock);
        source.copyTo(byOurs);
        awaitNextSecond();
        boolean rewriteFirst = random.nextBoolean();
        both(node -> {
            if (rewriteFirst) node.jmx().upgradeSSTables(KEYSPACE, copy);
            node.jmx().majorCompact(KEYSPACE, copy);
        });
        assertThat(byOurs.dataDigests())
                .as(copy + ": " + table.definition(KEYSPACE + "." + copy))
                .isEqualTo(byStock.dataDigests());
        Tally.SSTABLES_COMPARED.add(byOurs.count());
        Tally.BYTES_COMPARED.add(byOurs.dataBytes());
        RowDigest rows = RowDigest.of(stock.session(), KEYSPACE + "." + name);
        assertThat(RowDigest.of(ours.session(), KEYSPACE + "." + copy)).isEqualTo(rows);
        Tally.ROWS_COMPARED.add(rows.rows());
        both(node -> node.session().execute("DROP TABLE " + KEYSPACE + "." + copy));
    }

    /** Waits, because tombstones with a gc_grace_seconds of 0 are dropped only one second after they were written. */
    private static void awaitNextSecond() {
        long writtenMillis = System.currentTimeMillis();
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(5))
                .until(() -> System.currentTimeMillis() / 1000 > writtenMillis / 1000 + 1);
    }

    private void both(Consumer<CassandraNode> work) {
        work.accept(stock);
        work.accept(ours);
    }

    private static List<String> rows(CassandraNode node, SimpleStatement query) {
        List<String> rows = new ArrayList<>();
        for (Row row : node.session().execute(query)) rows.add(row.getFormattedContents());
        return rows;
    }
}
