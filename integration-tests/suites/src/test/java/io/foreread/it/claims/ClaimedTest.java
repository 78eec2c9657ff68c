package io.foreread.it.claims;

import io.foreread.it.fixture.CassandraVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A test of a claim, as claims/readme.txt names it: {@code AppliedNodeIT#buildsASasiIndexInBlocks [4.1.10, 5.0.3]}.
 *
 * @param runs the releases, which can be followed by further parameters of the suite, such as {@code 3.11.19 on Java 8}
 */
record ClaimedTest(String suite, String method, List<String> runs) {
    private static final Pattern SHAPE = Pattern.compile("  (\\w+)#(\\w+)(?: \\[(.+)])?");

    /** Reads the tests of each claim. */
    static Map<String, List<ClaimedTest>> read(Path file) {
        Map<String, List<ClaimedTest>> tests = new LinkedHashMap<>();
        String claim = "";
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank() || line.startsWith("#")) continue;
                if (!line.startsWith(" ")) claim = line;
                List<ClaimedTest> ofClaim = tests.computeIfAbsent(claim, first -> new ArrayList<>());
                if (line.startsWith(" ")) ofClaim.add(of(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tests;
    }

    private static ClaimedTest of(String line) {
        Matcher matcher = SHAPE.matcher(line);
        if (!matcher.matches())
            throw new AssertionError("'" + line + "' is not like '  SomeIT#someTest' or '  SomeIT#someTest [4.1.10]'");
        String runs = matcher.group(3);
        return new ClaimedTest(
                matcher.group(1), matcher.group(2), runs == null ? List.of() : List.of(runs.split(", ")));
    }

    Stream<CassandraVersion> versions() {
        return runs.stream().map(run -> CassandraVersion.of(run.split(" ")[0]));
    }

    @Override
    public String toString() {
        return suite + "#" + method + (runs.isEmpty() ? "" : " " + runs);
    }
}
