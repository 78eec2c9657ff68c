package io.foreread.it.bench.reads;

import io.foreread.it.bench.comparison.Comparison;
import java.util.List;

/**
 * The results of {@code ./bench reads}.
 *
 * @param volume the text for reports
 * @param data the text for reports
 * @param perSecond requests per second
 * @param cacheMib the limit of the page cache, in which case clients read only rows that fit into it; 0 for no limit
 * @param turns the measurements in the order in which they were made
 */
record ReadsResult(
        String volume, String data, int perSecond, int cacheMib, List<ReadsTurn> turns, List<Comparison> comparisons) {
    /** The contenders in the order of their first turns. */
    List<String> contenders() {
        return turns.stream().map(ReadsTurn::contender).distinct().toList();
    }

    List<ReadsTurn> of(String contender) {
        return turns.stream().filter(turn -> turn.contender().equals(contender)).toList();
    }
}
