package io.foreread.it.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies that tests of the default run check each claim of the README's introduction and of its section "What is applied
 * where". claims/readme.txt names these tests.
 */
class ReadmeClaimsTest {
    private static final Path TESTS = ProjectFiles.of("integration-tests/suites/src/test/resources/claims/readme.txt");
    /** Suites that only {@code -Pfull} or another profile runs. */
    private static final Pattern LONG_SUITES =
            Pattern.compile("<long\\.suites>%regex\\[(.*)]</long\\.suites>", Pattern.MULTILINE);
    /** Suites of this package are skipped without a Docker engine. */
    private static final Path CONTAINERS = Path.of("container");

    private final String readme;
    private final List<Claim> claims;
    private final Map<String, List<ClaimedTest>> tests = ClaimedTest.read(TESTS);

    ReadmeClaimsTest() throws IOException {
        readme = Files.readString(ProjectFiles.of("README.md"));
        claims = new ReadmeClaims(readme).all();
    }

    @Test
    void everyClaimHasATest() {
        assertThat(claims.stream().flatMap(claim -> claim.missing(testsOf(claim)).stream()))
                .isEmpty();
    }

    @Test
    void everyListedClaimIsOneOfTheReadme() {
        List<String> names = claims.stream().map(Claim::name).toList();
        assertThat(tests.keySet())
                .as("claims of claims/readme.txt: remove or rename those that the README does not contain")
                .isSubsetOf(names);
    }

    @Test
    void everyTestExistsAndRunsByDefault() throws IOException {
        Matcher longSuites = LONG_SUITES.matcher(Files.readString(ProjectFiles.of("integration-tests/suites/pom.xml")));
        assertThat(longSuites.find()).isTrue();
        Pattern excluded = Pattern.compile(longSuites.group(1));
        for (ClaimedTest test : allTests()) {
            Path file = source(test.suite());
            assertThat(Files.readString(file))
                    .as(test.toString())
                    .containsPattern("(?m)^    \\S+ " + test.method() + "\\(");
            assertThat(excluded.matcher(file.toString().replace(".java", ".class"))
                            .matches())
                    .as(test + " runs only with -Pfull")
                    .isFalse();
        }
    }

    @Test
    void everyTestRunsOnItsReleasesByDefault() throws Exception {
        assumeDefaultReleases();
        List<String> problems = new ArrayList<>();
        for (ClaimedTest test : allTests()) {
            if (test.runs().isEmpty()) continue;
            List<String> parameters = runs(test);
            for (String run : test.runs())
                if (!SuiteRuns.contains(parameters, run))
                    problems.add(test + " does not run on " + run + " by default, only on " + parameters);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void testsOfARowStateReleasesOfThisRowAndNeedNoContainer() throws IOException {
        for (Claim claim : claims)
            for (ClaimedTest test : claim.isOfARow() ? testsOf(claim) : List.<ClaimedTest>of()) {
                assertThat(test.versions())
                        .as(claim.name() + ": " + test)
                        .isNotEmpty()
                        .allMatch(claim.releases().get(0)::include);
                assertThat(source(test.suite()).getParent().endsWith(CONTAINERS))
                        .as(test + " is skipped without Docker")
                        .isFalse();
            }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "- **Memory**; - **Colour**: blue\\n- **Memory**; Colour",
                "- **Memory**; - Blue\\n- **Memory**; Blue",
                "- **measures**; - **paints** blue\\n- **measures**; paints",
                ", scrub, ; , scrub, repaint, ; 5.0.0 to 5.0.3 | repaint",
                "SASI and SAI indexes; SASI, SAI and SPI indexes; 3.11, 4.0, 4.1 | SPI builds",
                "| 5.0.0 to 5.0.3 |; | 2.2 | yes | yes |\\n| 5.0.0 to 5.0.3 |; 2.2 | cleanup",
                "Each build runs; It paints 4.1.10 blue. Each build runs; It paints 4.1.10 blue.",
            })
    void anAdditionToTheReadmeIsAClaimWithoutATest(String old, String replacement, String name) {
        assertThat(readme).contains(old);
        List<Claim> changed = new ReadmeClaims(readme.replace(old, replacement.replace("\\n", "\n"))).all();
        assertThat(changed)
                .filteredOn(claim -> claim.name().equals(name))
                .singleElement()
                .satisfies(claim -> assertThat(claim.missing(testsOf(claim)))
                        .singleElement()
                        .asString()
                        .contains(name));
    }

    @Test
    void testsOfReleasesOfAnotherRowAreNotSufficient() {
        Claim cleanup = Claim.ofRow(new Releases("5.0.4 and later"), "cleanup");
        assertThat(cleanup.missing(List.of(new ClaimedTest("SomeIT", "cleans", List.of("4.1.10", "5.0.3")))))
                .singleElement()
                .asString()
                .contains("5.0.4 and later | cleanup", "[5.0.4, 5.0.9]");
        assertThat(cleanup.missing(List.of(new ClaimedTest("SomeIT", "cleans", List.of("5.0.9")))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OperationsIT, keepsEveryRowAndReadsAhead, 6.0",
        "RingMetricsIT, aPeerIsExportedAsItJoinsWorksStopsAndLeaves, 6.0",
        "BtiFormatIT, readsDataInBlocks_onceWithoutAndTwiceWithTheKeyCursor, 5.0",
        "NativeTakeoverIT, takesOverUnderMmapWhereTheNativeReaderHasNoEffect, 6.0",
        "NativeReaderIT, readsAheadInScrubVerifyAndIndexBuilds, 4.1",
    })
    void aReleaseOnWhichATestDoesNotRunIsDetected(String suite, String method, String line) throws Exception {
        assumeDefaultReleases();
        List<String> parameters = runs(new ClaimedTest(suite, method, List.of()));
        assertThat(parameters).isNotEmpty();
        assertThat(SuiteRuns.contains(
                        parameters, CassandraRelease.newestOf(line).toString()))
                .isFalse();
    }

    private static void assumeDefaultReleases() {
        assumeTrue(System.getProperty("cassandra.lines") == null, "-Dcassandra.lines changes the releases of suites");
    }

    private List<ClaimedTest> testsOf(Claim claim) {
        return tests.getOrDefault(claim.name(), List.of());
    }

    private List<ClaimedTest> allTests() {
        return tests.values().stream().flatMap(List::stream).distinct().toList();
    }

    private static List<String> runs(ClaimedTest test) throws IOException, ReflectiveOperationException {
        Path file = source(test.suite());
        Path root = ProjectFiles.of("integration-tests/suites/src/test/java");
        assertThat(file.startsWith(root))
                .as(test + " is a unit test, which has no release")
                .isTrue();
        String name = root.relativize(file).toString().replace(".java", "").replace('/', '.');
        return new SuiteRuns(Class.forName(name), Files.readString(file)).of(test.method());
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
}
