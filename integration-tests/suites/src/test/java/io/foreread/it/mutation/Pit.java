package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.MavenJars;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line of PIT, and the check of its results. */
final class Pit {
    private static final List<String> JARS =
            List.of("org.pitest:pitest-command-line:1.30.0", "org.pitest:pitest-junit5-plugin:1.2.3");
    /**
     * C2 is disabled, because the JVM of a mutant ends before C2 is of use. The time limits of tests are disabled, because
     * JUnit executes a test with a limit in a thread in which {@link DiscoveryExtension} does not see its callers; PIT
     * has time limits of its own.
     */
    private static final List<String> JVM_OPTIONS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-Djunit.jupiter.extensions.autodetection.enabled=true",
            "-Djunit.jupiter.execution.timeout.mode=disabled");

    private static final String JAVA = ".java";

    private Pit() {}

    /**
     * Returns the jars of PIT and a directory with the extension that PIT's tests need.
     *
     * @param parent the directory in which this method creates that directory
     */
    static List<Path> classPath(Path parent) throws IOException {
        List<Path> entries = new ArrayList<>(MavenJars.withDependencies(JARS));
        entries.add(extension(parent.resolve("extension")));
        return entries;
    }

    private static Path extension(Path directory) throws IOException {
        Path service = directory.resolve("META-INF/services/org.junit.jupiter.api.extension.Extension");
        Files.createDirectories(service.getParent());
        Files.writeString(service, DiscoveryExtension.class.getName());
        String name = DiscoveryExtension.class.getName().replace('.', '/') + ".class";
        Path type = directory.resolve(name);
        Files.createDirectories(type.getParent());
        try (InputStream bytes = DiscoveryExtension.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(Objects.requireNonNull(bytes, name), type);
        }
        return directory;
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
                // The first test of a JVM loads classes. PIT measured its duration in a JVM that had loaded them.
                "--timeoutConst",
                "10000",
                "--jvmArgs",
                String.join(",", jvmOptions) + "," + String.join(",", JVM_OPTIONS));
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
