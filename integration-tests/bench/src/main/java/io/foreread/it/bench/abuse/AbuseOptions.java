package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.bench.command.Checks;
import io.foreread.it.bench.results.ResultFile;
import io.foreread.it.fixture.CassandraVersion;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The validated options of {@code ./bench abuse}.
 *
 * @param plain whether the endpoint has neither TLS nor a password
 */
record AbuseOptions(CassandraVersion release, List<Abuse> abuses, int seconds, boolean plain, ResultFile results) {
    /** @throws IllegalArgumentException if {@code seconds} is too short for two windows */
    AbuseOptions {
        Checks.atLeast(2 * AbuseMeasurement.WINDOW_SECONDS, "--seconds", seconds);
    }

    /**
     * @param names names of abuses; empty for all
     * @throws IllegalArgumentException if there is no abuse with this name
     */
    static List<Abuse> abuses(List<String> names, boolean plain) {
        List<Abuse> possible = Abuse.of(new AbusedEndpoint("", 0, !plain, plain ? null : ""));
        for (String name : names)
            if (possible.stream().noneMatch(abuse -> abuse.word().equals(name)))
                throw new IllegalArgumentException("--abuses: '" + name + "' is none of "
                        + possible.stream().map(Abuse::word).collect(Collectors.joining(", ")));
        return possible.stream()
                .filter(abuse -> names.isEmpty() || names.contains(abuse.word()))
                .toList();
    }
}
