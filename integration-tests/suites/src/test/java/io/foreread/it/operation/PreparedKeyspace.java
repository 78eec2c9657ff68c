package io.foreread.it.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.RowDigest;
import io.foreread.it.fixture.Tally;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** A keyspace with one table of each shape. Automatic compaction is disabled. */
public final class PreparedKeyspace {
    public static final int ROUNDS = 3;

    /**
     * The bytes of a chunk without data, in LZ4: length, token and checksum. A compacted sstable can end with such a
     * chunk, and a scan reads all data without it.
     */
    private static final int EMPTY_CHUNK_BYTES = 9;

    private final CassandraNode node;
    private final String name;
    private final List<TableShape> shapes;

    private PreparedKeyspace(CassandraNode node, String name, List<TableShape> shapes) {
        this.node = node;
        this.name = name;
        this.shapes = shapes;
    }

    static PreparedKeyspace empty(CassandraNode node, String name, List<TableShape> shapes) {
        DeterministicRows.createKeyspace(node.session(), name, false);
        for (TableShape shape : shapes)
            for (String definition : shape.definitions()) node.session().execute(definition.formatted(name));
        node.jmx().disableAutoCompaction(name);
        return new PreparedKeyspace(node, name, shapes);
    }

    /** Creates the tables with one sstable per round. */
    public static PreparedKeyspace filled(CassandraNode node, String name, List<TableShape> shapes) {
        PreparedKeyspace keyspace = empty(node, name, shapes);
        for (int round = 0; round < ROUNDS; round++) keyspace.write(round);
        return keyspace;
    }

    /** A keyspace that the node has loaded from its storage. */
    public static PreparedKeyspace existing(CassandraNode node, String name, List<TableShape> shapes) {
        node.jmx().disableAutoCompaction(name);
        return new PreparedKeyspace(node, name, shapes);
    }

    /** Adds an sstable to each table. */
    public void write(int round) {
        try (Writes writes = new Writes(node.session())) {
            for (TableShape shape : shapes) shape.filling().write(writes, name + "." + shape.name(), round);
        }
        node.jmx().flush(name);
    }

    /** A keyspace with another name and the same tables and sstables. */
    PreparedKeyspace copy(String otherName) {
        PreparedKeyspace other = empty(node, otherName, shapes);
        for (String table : tables()) files(table).copyTo(other.files(table));
        return other;
    }

    /** Tables and views. */
    public List<String> tables() {
        return shapes.stream()
                .flatMap(shape -> shape.definitions().stream())
                .map(definition ->
                        definition.replaceFirst("(?s).*?VIEW %1\\$s\\.(\\w+).*|.*?TABLE %s\\.(\\w+).*", "$1$2"))
                .toList();
    }

    public TableFiles files(String table) {
        return new TableFiles(node, name, table);
    }

    /** The bytes that a full scan must read ahead. */
    public long bytesToReadAhead(List<String> tables) {
        long fileBytes = shapes.stream()
                .filter(shape -> shape.gainsFromReadAhead() && tables.contains(shape.name()))
                .mapToLong(shape -> files(shape.name()).dataBytes())
                .sum();
        return fileBytes - sstablesToReadAhead(tables) * EMPTY_CHUNK_BYTES;
    }

    public long sstablesToReadAhead(List<String> tables) {
        return shapes.stream()
                .filter(shape -> shape.gainsFromReadAhead() && tables.contains(shape.name()))
                .mapToLong(shape -> files(shape.name()).count())
                .sum();
    }

    /** Every row of every table as read by Cassandra's reader, after rows with a TTL of one second have expired. */
    public Map<String, RowDigest> stockDigests() {
        Awaitility.await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
        return withoutReadAhead(node, this::digests);
    }

    public Map<String, RowDigest> digests() {
        Map<String, RowDigest> digests = new LinkedHashMap<>();
        for (String table : tables()) digests.put(table, RowDigest.of(node.session(), name + "." + table));
        return digests;
    }

    public void assertRows(Map<String, RowDigest> expected) {
        assertThat(digests()).isEqualTo(expected);
        Tally.ROWS_COMPARED.add(
                expected.values().stream().mapToLong(RowDigest::rows).sum());
    }

    String name() {
        return name;
    }

    public static <T> T withoutReadAhead(CassandraNode node, Supplier<T> work) {
        NodeJmx jmx = node.jmx();
        jmx.setReadAheadEnabled(false);
        try {
            return work.get();
        } finally {
            jmx.setReadAheadEnabled(true);
        }
    }
}
