package io.foreread.it.operation;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Creates tables with different kinds of rows. */
final class RowShapes {
    private static final String SMALL_CHUNKS = TableShapes.compression("LZ4Compressor", 4, "");
    private static final int PARTITIONS = 40;

    private RowShapes() {}

    static List<TableShape> all(int wideRows) {
        return List.of(
                rich(),
                tombstones("deleted", 864_000),
                tombstones("purged", 0),
                counters(),
                expiring(),
                wide(wideRows),
                viewed());
    }

    /**
     * A table with static columns, with rows in descending order, and with collections that are written as a whole and
     * by element.
     */
    private static TableShape rich() {
        return new TableShape(
                "rich",
                List.of(
                        """
                        CREATE TABLE %s.rich (p int, c int, s text static, l list<int>, t set<text>, m map<text, blob>,
                          f frozen<list<int>>, v blob, PRIMARY KEY (p, c))
                        WITH CLUSTERING ORDER BY (c DESC) AND
                        """
                                + SMALL_CHUNKS),
                true,
                (writes, table, round) -> {
                    String using = " USING TIMESTAMP " + TableShape.timestamp(round);
                    for (int p = 0; p < PARTITIONS; p++) {
                        writes.execute("UPDATE " + table + using + " SET s = ? WHERE p = ?", "s" + p + round, p);
                        for (int c = round * 5; c < round * 5 + 15; c++) {
                            writes.execute(
                                    "INSERT INTO " + table + " (p, c, l, t, m, f, v) VALUES (?, ?, ?, ?, ?, ?, ?)"
                                            + using,
                                    p,
                                    c,
                                    List.of(c, round),
                                    Set.of("a" + c, "b" + round),
                                    Map.of("k" + round, Payload.of(c, 64), "k", Payload.of(p, 32)),
                                    List.of(p, c, round),
                                    Payload.of(p * 1000L + c, 300));
                            writes.execute(
                                    "UPDATE " + table + " USING TIMESTAMP " + (TableShape.timestamp(round) + 1)
                                            + " SET m[?] = ?, t = t + ? WHERE p = ? AND c = ?",
                                    "more" + round,
                                    Payload.of(round, 40),
                                    Set.of("c" + round),
                                    p,
                                    c);
                        }
                    }
                });
    }

    /**
     * A table with rows and each kind of tombstone. The tombstones of a round delete rows of this round and of earlier
     * rounds.
     */
    private static TableShape tombstones(String name, int graceSeconds) {
        return new TableShape(
                name,
                List.of("CREATE TABLE %s." + name
                        + " (p int, c int, s text static, a blob, b text, PRIMARY KEY (p, c)) WITH gc_grace_seconds = "
                        + graceSeconds + " AND " + SMALL_CHUNKS),
                true,
                (writes, table, round) -> {
                    String using = " USING TIMESTAMP " + TableShape.timestamp(round);
                    String later = " USING TIMESTAMP " + (TableShape.timestamp(round) + 1);
                    for (int p = 0; p < PARTITIONS; p++) {
                        writes.execute(
                                "INSERT INTO " + table + " (p, s) VALUES (?, ?)" + using, p, "static" + p + round);
                        for (int c = 0; c < 20; c++)
                            writes.execute(
                                    "INSERT INTO " + table + " (p, c, a, b) VALUES (?, ?, ?, ?)" + using,
                                    p,
                                    c + round * 10,
                                    Payload.of(p * 1000L + c, 200),
                                    "b" + c + round);
                        switch ((p + round) % 6) {
                            case 0 -> writes.execute("DELETE FROM " + table + later + " WHERE p = ?", p);
                            case 1 ->
                                writes.execute(
                                        "DELETE FROM " + table + later + " WHERE p = ? AND c >= ? AND c < ?", p, 5, 12);
                            case 2 ->
                                writes.execute("DELETE FROM " + table + later + " WHERE p = ? AND c = ?", p, 7 + round);
                            case 3 ->
                                writes.execute(
                                        "DELETE a FROM " + table + later + " WHERE p = ? AND c = ?", p, 8 + round);
                            case 4 -> writes.execute("DELETE s FROM " + table + later + " WHERE p = ?", p);
                            default -> writes.execute("DELETE FROM " + table + later + " WHERE p = ? AND c > ?", p, 15);
                        }
                    }
                });
    }

    private static TableShape counters() {
        return new TableShape(
                "counted",
                List.of("CREATE TABLE %s.counted (p int, c int, n counter, PRIMARY KEY (p, c)) WITH " + SMALL_CHUNKS),
                true,
                (writes, table, round) -> {
                    for (int i = 0; i < 1200; i++)
                        writes.execute(
                                "UPDATE " + table + " SET n = n + ? WHERE p = ? AND c = ?", 7L + i, i % PARTITIONS, i);
                });
    }

    /** A table in which half of the rows expire after one second, and the others after a day. */
    private static TableShape expiring() {
        return new TableShape(
                "expiring",
                List.of("CREATE TABLE %s.expiring (p int, c int, v blob, PRIMARY KEY (p, c)) WITH " + SMALL_CHUNKS),
                true,
                (writes, table, round) -> {
                    for (int i = 0; i < 600; i++)
                        writes.execute(
                                "INSERT INTO " + table + " (p, c, v) VALUES (?, ?, ?) USING TIMESTAMP "
                                        + TableShape.timestamp(round) + " AND TTL ?",
                                i % PARTITIONS,
                                i + round * 300,
                                Payload.of(i, 150),
                                i % 2 == 0 ? 1 : 86_400);
                });
    }

    /** A table with one large partition and two small ones. Each row has 4 KB. */
    private static TableShape wide(int rows) {
        return new TableShape(
                "wide",
                List.of("CREATE TABLE %s.wide (p int, c int, v blob, PRIMARY KEY (p, c)) WITH "
                        + TableShapes.compression("LZ4Compressor", 16, "")),
                true,
                (writes, table, round) -> {
                    String insert = "INSERT INTO " + table + " (p, c, v) VALUES (?, ?, ?) USING TIMESTAMP "
                            + TableShape.timestamp(round);
                    for (int p = 0; p < 3; p++)
                        for (int c = round; c < (p == 1 ? rows : 10); c += 2)
                            writes.execute(insert, p, c, Payload.of(c + round, 4000));
                });
    }

    /** A table with a materialized view. Each round changes the partition keys of rows in the view. */
    private static TableShape viewed() {
        return new TableShape(
                "viewed",
                List.of(
                        "CREATE TABLE %s.viewed (id int PRIMARY KEY, place int, v blob) WITH " + SMALL_CHUNKS,
                        "CREATE MATERIALIZED VIEW %1$s.viewed_by_place AS SELECT * FROM %1$s.viewed WHERE id IS NOT"
                                + " NULL AND place IS NOT NULL PRIMARY KEY (place, id) WITH " + SMALL_CHUNKS),
                true,
                (writes, table, round) -> {
                    for (int id = 0; id < 300; id++)
                        writes.execute(
                                "INSERT INTO " + table + " (id, place, v) VALUES (?, ?, ?) USING TIMESTAMP "
                                        + TableShape.timestamp(round),
                                id,
                                id % (7 + round),
                                Payload.of(id, 200));
                });
    }
}
