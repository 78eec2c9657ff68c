package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.abuse.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What the options may be; the message of an {@link IllegalArgumentException} says which one is wrong and why. */
final class AbuseOptions {
    private AbuseOptions() {}

    /** @param names empty for all */
    static List<Abuse> abuses(List<String> names, boolean plain) {
        List<Abuse> possible = Abuse.of(new Target("", 0, !plain, plain ? null : ""));
        for (String name : names)
            if (possible.stream().noneMatch(abuse -> abuse.word().equals(name)))
                throw new IllegalArgumentException("--abuses: '" + name + "' is none of "
                        + possible.stream().map(Abuse::word).collect(Collectors.joining(", ")));
        return possible.stream()
                .filter(abuse -> names.isEmpty() || names.contains(abuse.word()))
                .toList();
    }

    static void check(int seconds, Path json) {
        if (seconds < 2 * AbuseMeasurement.WINDOW_SECONDS)
            throw new IllegalArgumentException(
                    "--seconds: " + seconds + " are less than two windows of " + AbuseMeasurement.WINDOW_SECONDS);
        if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent()))
            throw new IllegalArgumentException(
                    "--json: there is no directory " + json.toAbsolutePath().getParent());
    }
}
