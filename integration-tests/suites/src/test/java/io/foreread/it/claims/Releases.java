package io.foreread.it.claims;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Releases as the README names them: lines and releases, such as {@code 3.11, 4.0, 4.1}, and ranges, such as {@code 5.0.0
 * to 5.0.3} or {@code 5.0.4 and later}.
 */
record Releases(String text) {
    private static final Pattern RANGE = Pattern.compile("(\\S+) to (\\S+)");
    private static final Pattern REST_OF_LINE = Pattern.compile("(\\S+) and later");
    private static final Pattern LINE = Pattern.compile("\\d+\\.\\d+");

    /** The lines, releases and ranges, each alone. */
    List<Releases> parts() {
        return Stream.of(text.split(", ")).map(Releases::new).toList();
    }

    /** The releases of the suites that are among these. */
    List<CassandraRelease> known() {
        return CassandraRelease.matrix().stream()
                .filter(release -> include(release.version()))
                .toList();
    }

    boolean include(CassandraVersion version) {
        return Stream.of(text.split(", ")).anyMatch(part -> includes(part, version));
    }

    private static boolean includes(String part, CassandraVersion version) {
        Matcher range = RANGE.matcher(part);
        if (range.matches())
            return version.compareTo(CassandraVersion.of(range.group(1))) >= 0
                    && version.compareTo(CassandraVersion.of(range.group(2))) <= 0;
        Matcher rest = REST_OF_LINE.matcher(part);
        if (rest.matches()) {
            CassandraVersion first = CassandraVersion.of(rest.group(1));
            return version.line().equals(first.line()) && version.compareTo(first) >= 0;
        }
        return (LINE.matcher(part).matches() ? version.line() : version.text()).equals(part);
    }
}
