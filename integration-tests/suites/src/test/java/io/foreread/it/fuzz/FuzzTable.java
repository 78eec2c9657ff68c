package io.foreread.it.fuzz;

import io.foreread.it.fixture.CassandraVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A random table and random statements for it. The {@code Random} of the constructor determines the table and the
 * statements.
 */
final class FuzzTable {
    private static final int OLDEST_MICROS = 1000;
    private static final int[] CHUNK_KIB = {4, 4, 16, 64, 128, 256};

    /** A column. The list that contains it determines its kind: partition key, clustering, static or regular. */
    private record Column(String name, FuzzType type) {}

    private final Random random;
    private final List<Column> keys = new ArrayList<>();
    private final List<Column> clusterings = new ArrayList<>();
    private final List<Column> statics = new ArrayList<>();
    private final List<Column> regulars = new ArrayList<>();
    private final String options;
    private long clockMicros = 1_000_000;

    FuzzTable(Random random, CassandraVersion version) {
        this.random = random;
        fill(keys, "k", random.nextInt(1, 3), true);
        fill(clusterings, "c", random.nextInt(3), true);
        if (!clusterings.isEmpty()) fill(statics, "s", random.nextInt(2), false);
        regulars.add(new Column("v", FuzzType.BLOB));
        fill(regulars, "r", random.nextInt(1, 6), false);
        List<String> all = new ArrayList<>();
        if (!clusterings.isEmpty())
            all.add("CLUSTERING ORDER BY ("
                    + clusterings.stream()
                            .map(column -> column.name() + (random.nextBoolean() ? " ASC" : " DESC"))
                            .collect(Collectors.joining(", "))
                    + ")");
        all.add(compression(version));
        all.add(compaction(version));
        all.add("gc_grace_seconds = " + (random.nextBoolean() ? 864_000 : 0));
        if (random.nextInt(4) == 0) all.add("crc_check_chance = " + (random.nextBoolean() ? 0.0 : 0.5));
        options = String.join(" AND ", all);
    }

    private void fill(List<Column> columns, String prefix, int count, boolean key) {
        for (int i = 0; i < count; i++)
            columns.add(new Column(prefix + i, key ? FuzzType.ofKey(random) : FuzzType.ofValue(random)));
    }

    private String compression(CassandraVersion version) {
        List<String> compressors = new ArrayList<>(List.of("LZ4", "LZ4", "Snappy", "Deflate"));
        if (version.isAtLeast(4, 0)) compressors.addAll(List.of("Zstd", "Noop"));
        String raw = version.isAtLeast(4, 0) && random.nextBoolean() ? ", 'min_compress_ratio': 1.2" : "";
        return "compression = {'class': '" + compressors.get(random.nextInt(compressors.size()))
                + "Compressor', 'chunk_length_in_kb': " + CHUNK_KIB[random.nextInt(CHUNK_KIB.length)] + raw + "}";
    }

    private String compaction(CassandraVersion version) {
        List<String> strategies = new ArrayList<>(List.of(
                "'class': 'SizeTieredCompactionStrategy'",
                "'class': 'LeveledCompactionStrategy', 'sstable_size_in_mb': 1",
                "'class': 'TimeWindowCompactionStrategy'"));
        if (version.isAtLeast(5, 0)) strategies.add("'class': 'UnifiedCompactionStrategy'");
        return "compaction = {" + strategies.get(random.nextInt(strategies.size())) + "}";
    }

    /** @param table keyspace and name with a dot in between */
    String definition(String table) {
        List<Column> all = new ArrayList<>(keys);
        all.addAll(clusterings);
        all.addAll(regulars);
        String columns = all.stream()
                .map(column -> column.name() + " " + column.type().cql())
                .collect(Collectors.joining(", "));
        String fixed = statics.stream()
                .map(column -> ", " + column.name() + " " + column.type().cql() + " static")
                .collect(Collectors.joining());
        String clustering =
                clusterings.stream().map(column -> ", " + column.name()).collect(Collectors.joining());
        return "CREATE TABLE " + table + " (" + columns + fixed + ", PRIMARY KEY ((" + names(keys) + ")" + clustering
                + ")) WITH " + options;
    }

    /**
     * Makes the write times of all later statements newer than those of all earlier statements. Tests call this method
     * after each rewrite of sstables. If gc_grace_seconds is 0, the order of sstables determines which tombstones a
     * rewrite drops, even on nodes without Foreread. A tombstone that only one of the two compared nodes has kept would
     * delete a later write with an older write time on this node only.
     */
    void makeLaterWritesNewer() {
        clockMicros += OLDEST_MICROS;
    }

    /** The next random statement. One in ten statements can have an older write time than the statements before it. */
    String statement(String table) {
        clockMicros += random.nextInt(3);
        long time = random.nextInt(10) == 0 ? clockMicros - random.nextInt(OLDEST_MICROS) : clockMicros;
        String using = " USING TIMESTAMP " + time;
        int kind = random.nextInt(100);
        if (kind < 3) return "DELETE FROM " + table + using + " WHERE " + equal(keys);
        if (kind < 7 && !clusterings.isEmpty()) return rangeDeletion(table, using);
        if (kind < 11) return "DELETE FROM " + table + using + " WHERE " + equal(primaryKey());
        if (kind < 16)
            return "DELETE " + any(regulars).name() + " FROM " + table + using + " WHERE " + equal(primaryKey());
        if (kind < 20 && !statics.isEmpty()) return staticWrite(table, using);
        if (kind < 30) return elementWrite(table, using);
        return insertion(table, using);
    }

    private String insertion(String table, String using) {
        List<Column> written = new ArrayList<>(primaryKey());
        for (Column column : regulars) if (random.nextInt(4) > 0) written.add(column);
        return "INSERT INTO " + table + " (" + names(written) + ") VALUES ("
                + written.stream()
                        .map(column -> random.nextInt(50) == 0 && regulars.contains(column)
                                ? "null"
                                : column.type().literal(random))
                        .collect(Collectors.joining(", "))
                + ")" + using;
    }

    private String rangeDeletion(String table, String using) {
        Column first = clusterings.get(0);
        String from = first.type().literal(random);
        String bound = random.nextBoolean() ? " >= " : " < ";
        return "DELETE FROM " + table + using + " WHERE " + equal(keys) + " AND " + first.name() + bound + from;
    }

    private String staticWrite(String table, String using) {
        Column column = any(statics);
        return "UPDATE " + table + using + " SET " + column.name() + " = "
                + column.type().literal(random) + " WHERE " + equal(keys);
    }

    /**
     * Changes elements of a set or map, or replaces the value of another column. Lists are replaced, because an
     * appended element gets a timeuuid from the node as its key, which differs between nodes.
     */
    private String elementWrite(String table, String using) {
        Column column = any(regulars);
        String change =
                switch (column.type()) {
                    case SET ->
                        column.name() + (random.nextBoolean() ? " + " : " - ") + "{" + FuzzType.TEXT.literal(random)
                                + "}";
                    case MAP ->
                        column.name() + " + {" + FuzzType.TEXT.literal(random) + ": " + FuzzType.BLOB.literal(random)
                                + "}";
                    default -> column.type().literal(random);
                };
        return "UPDATE " + table + using + " SET " + column.name() + " = " + change + " WHERE " + equal(primaryKey());
    }

    private List<Column> primaryKey() {
        List<Column> all = new ArrayList<>(keys);
        all.addAll(clusterings);
        return all;
    }

    private String equal(List<Column> columns) {
        return columns.stream()
                .map(column -> column.name() + " = " + column.type().literal(random))
                .collect(Collectors.joining(" AND "));
    }

    private Column any(List<Column> columns) {
        return columns.get(random.nextInt(columns.size()));
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    /** A random query whose result is in a fixed order, so that the results of two nodes can be compared. */
    String query(String table) {
        String tokens = "token(" + names(keys) + ")";
        return switch (random.nextInt(4)) {
            case 0 -> "SELECT * FROM " + table + " LIMIT " + random.nextInt(1, 200);
            case 1 -> "SELECT * FROM " + table + " WHERE " + tokens + " > " + random.nextLong();
            case 2 ->
                "SELECT * FROM " + table + " WHERE " + tokens + " <= " + random.nextLong() + " LIMIT "
                        + random.nextInt(1, 500);
            default ->
                clusterings.isEmpty()
                        ? "SELECT count(*) FROM " + table
                        : "SELECT * FROM " + table + " WHERE "
                                + clusterings.get(0).name() + " > "
                                + clusterings.get(0).type().literal(random) + " ALLOW FILTERING";
        };
    }
}
