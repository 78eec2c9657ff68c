package io.foreread.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.foreread.it.contract.DirectReads;
import io.foreread.it.contract.jvm.ContractJvm;
import io.foreread.it.fixture.MavenJars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs PIT on the reader: at least 90 % of the mutants are killed, and each survivor has a reason. {@code
 * -Dmutation.classes=BlockPool,FillSize} selects classes.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
class ReaderMutationIT {
    private static final List<String> PACKAGES =
            List.of("io/foreread/agent/readahead", "io/foreread/agent/reader", "org/apache/cassandra");
    private static final List<String> TESTS =
            List.of("io.foreread.it.contract.*Rules", "io.foreread.agent.readahead.*Test");
    private static final List<String> PIT =
            List.of("org.pitest:pitest-command-line:1.30.0", "org.pitest:pitest-junit5-plugin:1.2.3");

    private static final double MIN_KILLED_PERCENT = 90;
    private static final long LIMIT_MINUTES = 90;

    @Test
    void everyMutantOfTheReaderIsKilledOrExplained() throws IOException {
        ContractJvm jvm = MutationJvm.prepare("pit");
        assumeTrue(
                DirectReads.possible(jvm.dataFile()),
                "this file system does not support direct I/O, so mutants of the code for direct I/O would survive");
        Path reports = jvm.directory().resolve("report");
        List<String> output =
                jvm.run(arguments(jvm, reports), MavenJars.withDependencies(PIT), "pit.log", LIMIT_MINUTES);
        Path xml = reports.resolve("mutations.xml");
        assertThat(xml).as(() -> String.join("\n", output)).exists();

        MutationReport report = new MutationReport(Mutant.readAll(xml), Survivors.explained());
        System.out.print(report);
        Files.writeString(jvm.directory().resolve("report.txt"), report.toString());
        assertThat(report.killedPercent()).isGreaterThanOrEqualTo(MIN_KILLED_PERCENT);
        assertThat(report.survivors().unexplained(report.mutants())).isEmpty();
        assertThat(report.survivors().outdated(report.mutants())).isEmpty();
    }

    private static List<String> arguments(ContractJvm jvm, Path reports) throws IOException {
        return List.of(
                "org.pitest.mutationtest.commandline.MutationCoverageReport",
                "--reportDir",
                reports.toString(),
                "--sourceDirs",
                ContractJvm.sources().toString(),
                "--targetClasses",
                types().flatMap(type -> Stream.of(type, type + "$*")).collect(Collectors.joining(",")),
                "--targetTests",
                String.join(",", TESTS),
                // Property tests are excluded, because they would try thousands of cases for each mutant.
                "--excludedTestClasses",
                "*PropertyTest",
                "--excludedGroups",
                "matrix",
                "--outputFormats",
                "XML",
                "--threads",
                "2",
                // A unit is tested by one thread. By default it contains all mutants of a class, so one thread would
                // test the largest class alone.
                "--mutationUnitSize",
                "40",
                "--timeoutConst",
                "3000",
                "--jvmArgs",
                String.join(",", jvm.options()));
    }

    private static Stream<String> types() throws IOException {
        List<String> wanted = List.of(System.getProperty("mutation.classes", "").split(","));
        List<String> types = new ArrayList<>();
        for (String name : PACKAGES)
            try (Stream<Path> files = Files.walk(ContractJvm.sources().resolve(name))) {
                files.map(ContractJvm.sources()::relativize)
                        .map(Path::toString)
                        .filter(file -> file.endsWith(".java") && !file.endsWith("package-info.java"))
                        .map(file -> file.substring(0, file.length() - ".java".length())
                                .replace('/', '.'))
                        .forEach(types::add);
            }
        return types.stream()
                .filter(type -> wanted.contains("") || wanted.contains(type.substring(type.lastIndexOf('.') + 1)));
    }
}
