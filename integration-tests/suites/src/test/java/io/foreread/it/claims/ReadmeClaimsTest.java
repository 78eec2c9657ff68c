package io.foreread.it.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Verifies that tests of the default run cover each claim of the README's section "What is applied where". */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadmeClaimsTest {
    private static final Pattern SECTION =
            Pattern.compile("^## What is applied where$(.*?)^## ", Pattern.MULTILINE | Pattern.DOTALL);
    /** The first cell of a row that is not the header, or the bold text of a bullet. */
    private static final Pattern CLAIM =
            Pattern.compile("^(?:\\| (?!Cassandra \\|)([^|-][^|]*?) \\||- \\*\\*(.+?)\\*\\*)", Pattern.MULTILINE);
    /** A suite that {@code -Pfull} or another profile runs. */
    private static final Pattern LONG_SUITES =
            Pattern.compile("<long\\.suites>%regex\\[(.*)]</long\\.suites>", Pattern.MULTILINE);

    private final Map<String, List<String>> tests = testsOfClaims();

    @Test
    void eachClaimHasTests() throws IOException {
        Matcher section = SECTION.matcher(Files.readString(ProjectFiles.of("README.md")));
        assertThat(section.find()).isTrue();
        List<String> claims = CLAIM.matcher(section.group(1))
                .results()
                .map(claim -> claim.group(1) == null ? claim.group(2) : claim.group(1))
                .toList();
        assertThat(claims).hasSizeGreaterThan(5);
        assertThat(tests.keySet())
                .as("claims in claims/readme.txt, and claims of the README")
                .containsExactlyInAnyOrderElementsOf(claims);
        assertThat(tests.values()).noneMatch(List::isEmpty);
    }

    @Test
    void eachTestOfAClaimExistsAndRunsByDefault() throws IOException {
        Matcher longSuites = LONG_SUITES.matcher(Files.readString(ProjectFiles.of("integration-tests/suites/pom.xml")));
        assertThat(longSuites.find()).isTrue();
        Pattern excluded = Pattern.compile(longSuites.group(1));
        for (String test : tests.values().stream().flatMap(List::stream).toList()) {
            List<String> names = List.of(test.split("#", 2));
            Path file = source(names.get(0));
            assertThat(Files.readString(file)).as(test).containsPattern("(?m)^    \\S+ " + names.get(1) + "\\(");
            assertThat(excluded.matcher(file.toString().replace(".java", ".class"))
                            .matches())
                    .as(test + " runs only with -Pfull")
                    .isFalse();
        }
    }

    private static Path source(String name) throws IOException {
        for (String module : List.of("integration-tests/suites", "agent", "exporter")) {
            try (Stream<Path> files = Files.walk(ProjectFiles.of(module).resolve("src/test/java"))) {
                List<Path> found =
                        files.filter(file -> file.endsWith(name + ".java")).toList();
                if (!found.isEmpty()) return found.get(0);
            }
        }
        throw new AssertionError("there is no test " + name);
    }

    private static Map<String, List<String>> testsOfClaims() {
        Map<String, List<String>> tests = new LinkedHashMap<>();
        String claim = "";
        try {
            Path file = ProjectFiles.of("integration-tests/suites/src/test/resources/claims/readme.txt");
            for (String line : Files.readAllLines(file)) {
                if (line.isBlank() || line.startsWith("#")) continue;
                if (line.startsWith("  ")) {
                    tests.computeIfAbsent(claim, first -> new ArrayList<>()).add(line.trim());
                } else {
                    claim = line;
                    tests.put(claim, new ArrayList<>());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tests;
    }
}
