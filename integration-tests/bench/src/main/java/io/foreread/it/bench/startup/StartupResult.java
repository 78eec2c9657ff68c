package io.foreread.it.bench.startup;

import java.util.List;

/**
 * The results of {@code ./bench startup}.
 *
 * @param cassandra the release
 * @param jarBytes the size of foreread-agent.jar
 * @param starts all starts in the order in which they were measured
 */
record StartupResult(String cassandra, long jarBytes, List<Start> starts) {
    static final String STOCK = "stock";
    static final String FOREREAD = "foreread";

    List<Start> of(String contender) {
        return starts.stream()
                .filter(start -> start.contender().equals(contender))
                .toList();
    }
}
