package io.foreread.it.bench.scrape;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of {@code ./bench scrape}.
 *
 * @param turns the measurements in the order in which they were made
 */
record ScrapeResult(List<ScrapeTurn> turns) {
    /** Turns of this release, number of tables and load are compared with each other. */
    record Group(String cassandra, int tables, String load) {}

    /** The turns of each group, in the order of the first turns. */
    Map<Group, List<ScrapeTurn>> groups() {
        Map<Group, List<ScrapeTurn>> groups = new LinkedHashMap<>();
        for (ScrapeTurn turn : turns)
            groups.computeIfAbsent(new Group(turn.cassandra(), turn.tables(), turn.load()), group -> new ArrayList<>())
                    .add(turn);
        return groups;
    }

    static List<String> contenders(List<ScrapeTurn> turns) {
        return turns.stream().map(ScrapeTurn::contender).distinct().toList();
    }

    static List<ScrapeTurn> of(List<ScrapeTurn> turns, String contender) {
        return turns.stream().filter(turn -> turn.contender().equals(contender)).toList();
    }
}
