package io.foreread.it.attach;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.operation.TableFiles;
import io.foreread.it.operation.Writes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;

/**
 * Tables with more than a hundred sstables, of which each has half of the partitions of the previous one. Each has partitions
 * with rows that a deletion of the same sstable shadows.
 */
record OverlappingSstables(ChildJvmNode node, String keyspace) {
    static final int SSTABLES = 104;
    private static final int PARTITIONS_PER_SSTABLE = 150;
    static final int PARTITIONS = (SSTABLES + 1) * PARTITIONS_PER_SSTABLE / 2;
    /** With this size, a compaction at 1 MB/s takes 15 s, so it still runs when a test has observed it. */
    private static final int PAYLOAD_BYTES = 1000;
    /** The key of every fifth partition is cached. */
    private static final int CACHED_PARTITIONS = 5;

    void create(String table) {
        session()
                .execute("CREATE TABLE " + keyspace + "." + table
                        + " (p bigint, c int, s int static, payload blob, PRIMARY KEY (p, c))"
                        + " WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}");
    }

    void write(String table) {
        String name = keyspace + "." + table;
        for (int sstable = 0; sstable < SSTABLES; sstable++) {
            int first = sstable * PARTITIONS_PER_SSTABLE / 2;
            long timestamp = 1_000_000 + sstable * 10L;
            try (Writes writes = new Writes(session())) {
                for (long p = first; p < first + PARTITIONS_PER_SSTABLE; p++) {
                    writes.execute(
                            "INSERT INTO " + name + " (p, c, payload) VALUES (?, 0, ?) USING TIMESTAMP ?",
                            p,
                            DeterministicRows.payload(p, sstable, PAYLOAD_BYTES),
                            timestamp);
                    if (p % 10 > 1) continue;
                    writes.execute("DELETE FROM " + name + " USING TIMESTAMP ? WHERE p = ?", timestamp + 1, p);
                    if (p % 10 == 0)
                        writes.execute(
                                "INSERT INTO " + name + " (p, c, s) VALUES (?, 1, 2) USING TIMESTAMP ?",
                                p,
                                timestamp + 2);
                }
            }
            node.jmx().flush(keyspace, table);
        }
    }

    TableFiles files(String table) {
        return new TableFiles(node, keyspace, table);
    }

    /** Reads every fifth partition. Its key is then cached for one or two of the sstables. */
    void cacheKeys(String table) {
        List<Long> partitions = new ArrayList<>();
        for (long p = 0; p < PARTITIONS; p += CACHED_PARTITIONS) partitions.add(p);
        read(table, partitions);
    }

    /** Reads each partition once, many at a time. */
    void read(String table, List<Long> partitions) {
        PreparedStatement read = session().prepare("SELECT * FROM " + keyspace + "." + table + " WHERE p = ?");
        for (int from = 0; from < partitions.size(); from += 50)
            partitions.subList(from, Math.min(from + 50, partitions.size())).stream()
                    .map(p -> session().executeAsync(read.bind(p)).toCompletableFuture())
                    .toList()
                    .forEach(CompletableFuture::join);
    }

    /** The last partitions in the order of compactions whose keys {@link #cacheKeys} does not cache. */
    List<Long> lastWithoutCachedKeys(String table, int count) {
        List<Long> partitions = StreamSupport.stream(
                        session()
                                .execute("SELECT DISTINCT p FROM " + keyspace + "." + table)
                                .spliterator(),
                        false)
                .map((Row row) -> row.getLong(0))
                .filter(p -> p % CACHED_PARTITIONS != 0)
                .toList();
        return partitions.subList(partitions.size() - count, partitions.size());
    }

    private CqlSession session() {
        return node.session();
    }
}
