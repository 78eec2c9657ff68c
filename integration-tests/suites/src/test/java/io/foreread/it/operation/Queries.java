package io.foreread.it.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Range reads with limits, filters and token ranges, and slices of partitions in ascending and descending order, with
 * two page sizes.
 */
final class Queries {
    private static final String[] RANGES = {
        "SELECT * FROM %s.lz4_16 LIMIT 1",
        "SELECT * FROM %s.lz4_64 LIMIT 333",
        "SELECT * FROM %s.raw_or_lz4 WHERE token(id) > -4000000000000000000 AND token(id) <= 4000000000000000000",
        "SELECT * FROM %s.leveled WHERE token(id) > 0 LIMIT 77",
        "SELECT * FROM %s.snappy WHERE token(id) >= 9000000000000000000",
        "SELECT DISTINCT p, s FROM %s.rich",
        "SELECT * FROM %s.rich PER PARTITION LIMIT 2",
        "SELECT * FROM %s.rich WHERE c > 12 ALLOW FILTERING",
        "SELECT p, c FROM %s.rich WHERE t CONTAINS 'c1' LIMIT 50 ALLOW FILTERING",
        "SELECT * FROM %s.deleted WHERE c >= 7 AND c < 16 ALLOW FILTERING",
        "SELECT count(*) FROM %s.wide",
        "SELECT p, c FROM %s.wide WHERE c > 1234 AND c < 2345 ALLOW FILTERING",
    };
    private static final String[] SLICES = {
        "SELECT * FROM %s.rich WHERE p = 3 ORDER BY c ASC",
        "SELECT * FROM %s.rich WHERE p IN (1, 2, 30) AND c < 20",
        "SELECT * FROM %s.wide WHERE p = 1 AND c > 1000 ORDER BY c DESC LIMIT 500",
        "SELECT * FROM %s.deleted WHERE p = 5 ORDER BY c DESC",
    };
    private static final int[] PAGES = {17, 700};

    private Queries() {}

    static void assertSameRowsWithAndWithoutReadAhead(CassandraNode node, String keyspace, CassandraRelease release) {
        Map<String, List<String>> stock =
                PreparedKeyspace.withoutReadAhead(node, () -> answers(node, keyspace, release, RANGES));
        Observed observed = Observed.during(
                node, () -> assertThat(answers(node, keyspace, release, RANGES)).isEqualTo(stock));
        if (!release.hasNativeReadAhead())
            assertThat(observed.scansOfForeread("ramp")).isGreaterThan(RANGES.length * PAGES.length);
        Map<String, List<String>> slices =
                PreparedKeyspace.withoutReadAhead(node, () -> answers(node, keyspace, release, SLICES));
        assertThat(answers(node, keyspace, release, SLICES)).isEqualTo(slices);
        assertThat(stock.values()).allMatch(rows -> !rows.isEmpty());
        assertThat(slices.values()).allMatch(rows -> !rows.isEmpty());
        Tally.ROWS_COMPARED.add(stock.values().stream().mapToLong(List::size).sum()
                + slices.values().stream().mapToLong(List::size).sum());
    }

    private static Map<String, List<String>> answers(
            CassandraNode node, String keyspace, CassandraRelease release, String[] queries) {
        String raw = release.version().isAtLeast(4, 0) ? "raw" : "lz4_4";
        Map<String, List<String>> answers = new LinkedHashMap<>();
        for (String query : queries)
            for (int page : PAGES)
                answers.put(
                        query + " by " + page,
                        rows(
                                node.session(),
                                SimpleStatement.newInstance(
                                                query.replace("raw_or_lz4", raw).formatted(keyspace))
                                        .setPageSize(page)));
        return answers;
    }

    /** Each row as text. */
    static List<String> rows(CqlSession session, SimpleStatement query) {
        List<String> rows = new ArrayList<>();
        for (Row row : session.execute(query)) rows.add(row.getFormattedContents());
        return rows;
    }
}
