package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.MavenJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line of PIT, and the check of its results. */
final class Pit {
    private static final List<String> JARS =
            List.of("org.pitest:pitest-command-line:1.30.0", "org.pitest:pitest-junit5-plugin:1.2.3");
    private static final String JAVA = ".java";

    private Pit() {}

    static List<Path> jars() {
        return MavenJars.withDependencies(JARS);
    }

    /**
     * Returns the top-level classes of packages. {@code -Dmutation.classes=BlockPool,FillSize} selects some of them.
     *
     * @param sources the directory with the Java sources of a module
     * @param packages names of packages with their subpackages
     */
    static List<String> classes(Path sources, List<String> packages) throws IOException {
        List<String> wanted = List.of(System.getProperty("mutation.classes", "").split(","));
        List<String> classes = new ArrayList<>();
        for (String name : packages)
            try (Stream<Path> files = Files.walk(sources.resolve(name.replace('.', '/')))) {
                files.map(sources::relativize)
                        .map(Path::toString)
                        .filter(file -> file.endsWith(JAVA) && !file.endsWith("package-info.java"))
                        .map(file ->
                                file.substring(0, file.length() - JAVA.length()).replace('/', '.'))
                        .filter(type ->
                                wanted.contains("") || wanted.contains(type.substring(type.lastIndexOf('.') + 1)))
                        .forEach(classes::add);
            }
        return classes;
    }

    /**
     * Returns the main class of PIT and its arguments.
     *
     * @param reports the directory that PIT creates
     * @param sources the directory with the Java sources of the classes
     * @param tests patterns of names of test classes
     * @param jvmOptions the options of the JVMs in which the tests run
     */
    static List<String> arguments(
            Path reports, Path sources, List<String> classes, List<String> tests, List<String> jvmOptions) {
        return List.of(
                "org.pitest.mutationtest.commandline.MutationCoverageReport",
                "--reportDir",
                reports.toString(),
                "--sourceDirs",
                sources.toString(),
                "--targetClasses",
                classes.stream().flatMap(type -> Stream.of(type, type + "$*")).collect(Collectors.joining(",")),
                "--targetTests",
                String.join(",", tests),
                // Property tests are excluded, because they would try thousands of cases for each mutant.
                "--excludedTestClasses",
                "*PropertyTest",
                "--excludedGroups",
                "matrix",
                "--outputFormats",
                "XML",
                "--threads",
                "2",
                // A JVM for each mutant. In a shared JVM, a mutant that leaves memory, threads or counters behind fails
                // the tests of the next mutants, which then count as killed.
                "--mutationUnitSize",
                "1",
                "--timeoutConst",
                "3000",
                "--jvmArgs",
                String.join(",", jvmOptions));
    }

    /**
     * Prints the results and checks that enough mutants are killed, that each survivor has a reason, and that each reason
     * has a survivor.
     *
     * @param output the output of PIT, which is the message if PIT failed
     */
    static void check(Path reports, List<String> output, double minKilledPercent) throws IOException {
        Path xml = reports.resolve("mutations.xml");
        assertThat(xml).as(() -> String.join("\n", output)).exists();
        MutationReport report = new MutationReport(Mutant.readAll(xml), Survivors.explained());
        System.out.print(report);
        Files.writeString(reports.resolve("report.txt"), report.toString());
        assertThat(report.killedPercent()).isGreaterThanOrEqualTo(minKilledPercent);
        assertThat(report.survivors().unexplained(report.mutants())).isEmpty();
        assertThat(report.survivors().outdated(report.mutants())).isEmpty();
    }
}
