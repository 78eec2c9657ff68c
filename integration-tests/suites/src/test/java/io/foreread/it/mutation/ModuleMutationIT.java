package io.foreread.it.mutation;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.foreread.it.fixture.ChildProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs PIT on packages of the agent and the exporter, whose mutants are killed by unit tests. */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ModuleMutationIT {
    private static final double MIN_KILLED_PERCENT = 85;
    private static final long LIMIT_MINUTES = 55;

    @ParameterizedTest
    @MethodSource("io.foreread.it.mutation.MutatedPart#selected")
    void everyMutantIsKilledOrExplained(MutatedPart part) throws IOException, InterruptedException {
        List<String> classes = part.classes();
        assumeFalse(classes.isEmpty(), "-Dmutation.classes selects no class of this part");
        Path directory = Files.createTempDirectory(
                Files.createDirectories(
                        Path.of("target", "mutation", part.toString()).toAbsolutePath()),
                "run-");
        Path reports = directory.resolve("report");
        List<String> output = run(part, directory.resolve("pit.log"), reports, classes);
        Pit.check(reports, output, MIN_KILLED_PERCENT);
    }

    private static List<String> run(MutatedPart part, Path log, Path reports, List<String> classes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(MutatedPart.jvmOptions());
        command.addAll(List.of("-cp", part.classPath(Pit.classPath(log.getParent()))));
        command.addAll(Pit.arguments(reports, part.sources(), classes, part.tests(), MutatedPart.jvmOptions()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(part.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        // A setting of the exporter's unit tests, as in its POM.
        builder.environment().put("FOREREAD_TEST_LOGIN", "monitor secret");
        Process process = builder.start();
        ChildProcesses.add(process);
        try {
            if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES))
                throw new IllegalStateException("PIT has not ended after " + LIMIT_MINUTES + " minutes, see " + log);
            return Files.readAllLines(log);
        } finally {
            ChildProcesses.stop(process, 1);
        }
    }
}
