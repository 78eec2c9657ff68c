package io.foreread.it.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.DeterministicRows;
import io.foreread.it.fixture.Tally;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Builds indexes on existing sstables. The table has one column for each kind of index. These columns of a row contain
 * the same word.
 */
final class Indexes {
    private static final String TABLE = "indexes.words";
    private static final int WORDS = 10;

    private Indexes() {}

    static void create(CassandraNode node) {
        DeterministicRows.createKeyspace(node.session(), "indexes", false);
        node.session().execute("CREATE TABLE " + TABLE + " (id int PRIMARY KEY, a text, b text, d text, v blob)");
        node.jmx().disableAutoCompaction("indexes");
        for (int round = 0; round < 3; round++) {
            try (Writes writes = new Writes(node.session())) {
                for (int id = round * 300; id < round * 300 + 700; id++) {
                    String word = "word" + (id + round) % WORDS;
                    writes.execute(
                            "INSERT INTO " + TABLE + " (id, a, b, d, v) VALUES (?, ?, ?, ?, ?)",
                            id,
                            word,
                            word,
                            word,
                            Payload.of(id, 700));
                }
            }
            node.jmx().flush("indexes", "words");
        }
    }

    /** Builds the index, and checks that a query for each word finds the rows that filtering finds. */
    static Observed assertFinds(CassandraNode node, String column, String definition) {
        List<List<String>> expected = PreparedKeyspace.withoutReadAhead(node, () -> words(node, column, true));
        assertThat(expected).allMatch(rows -> rows.size() > 50);
        return Observed.during(node, () -> {
            node.session().execute(definition.formatted(TABLE));
            // A query before the index is built would fail and log errors.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> node
                            .session()
                            .execute("SELECT index_name FROM system.\"IndexInfo\" WHERE table_name = 'indexes'")
                            .all()
                            .stream()
                            .anyMatch(row -> row.getString(0).equals("words_" + column)));
            // A SASI index is in IndexInfo before it is built, and finds only what is built.
            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertThat(words(node, column, false))
                    .isEqualTo(expected));
            Tally.ROWS_COMPARED.add(expected.stream().mapToLong(List::size).sum());
        });
    }

    private static List<List<String>> words(CassandraNode node, String column, boolean filtering) {
        return IntStream.range(0, WORDS)
                .mapToObj(word -> Queries.rows(
                                node.session(),
                                SimpleStatement.newInstance("SELECT * FROM " + TABLE + " WHERE " + column + " = 'word"
                                        + word + "'" + (filtering ? " ALLOW FILTERING" : "")))
                        .stream()
                        .sorted()
                        .toList())
                .toList();
    }
}
