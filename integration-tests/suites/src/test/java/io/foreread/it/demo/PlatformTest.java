package io.foreread.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.ProjectFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the programs of the checkout on platforms that the tests and the demo do not support. */
class PlatformTest {
    private static final String ADVICE = ": run %s in a virtual machine or on another machine";

    @TempDir
    private Path directory;

    private record Ended(int status, List<String> output, List<String> errors) {}

    @ParameterizedTest
    @CsvSource({"demo, Darwin, arm64", "demo, Linux, riscv64", "demo, Linux, i686", "bench, Darwin, x86_64"})
    void demoAndBenchSayInOneLineThatTheyNeedAnotherPlatform(String program, String system, String machine)
            throws Exception {
        Ended ended = launch(program, system, machine);
        assertThat(ended.status).isEqualTo(1);
        assertThat(ended.output).isEmpty();
        assertThat(ended.errors)
                .containsExactly(program + ": needs Linux (x86-64 or arm64), and this is " + system + " (" + machine
                        + ")" + ADVICE.formatted("it"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch64", "arm64"})
    void demoSaysInOneLineThatItNeedsANewerJdk(String machine) throws Exception {
        Ended ended = launch("demo", "Linux", machine);
        assertThat(ended.status).isEqualTo(1);
        assertThat(ended.output).isEmpty();
        assertThat(ended.errors)
                .containsExactly("demo: needs a JDK 17 or newer, but " + directory.resolve("jdk/bin")
                        + " has version 11: set JAVA_HOME to a newer JDK");
    }

    @ParameterizedTest
    @CsvSource({"Mac OS X, aarch64", "Linux, riscv64"})
    void theBuildWithTestsFailsOnAnotherPlatform(String system, String machine) throws Exception {
        Ended ended = maven("-Dos.name=" + system, "-Dos.arch=" + machine);
        assertThat(ended.status).isEqualTo(1);
        assertThat(ended.output)
                .containsOnlyOnce("[ERROR] the tests of Foreread need Linux (x86-64 or arm64), and this is " + system
                        + " (" + machine + ")" + ADVICE.formatted("them"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-DskipTests", "-Dmaven.test.skip=true"})
    void theBuildWithoutTestsWorksOnEveryPlatform(String skip) throws Exception {
        Ended ended = maven("-Dos.name=Mac OS X", "-Dos.arch=riscv64", skip);
        assertThat(ended.status).as(() -> ended.toString()).isZero();
    }

    /** Runs a program with a uname that names another platform, and with a JDK 11. */
    private Ended launch(String program, String system, String machine) throws Exception {
        Path programs = Files.createDirectories(directory.resolve("programs"));
        script(programs.resolve("uname"), "[ \"$1\" = -m ] && echo '" + machine + "' || echo '" + system + "'");
        Path jdk = directory.resolve("jdk");
        script(Files.createDirectories(jdk.resolve("bin")).resolve("javac"), "echo javac 11.0.25");
        return run(
                Map.of("PATH", programs + ":" + System.getenv("PATH"), "JAVA_HOME", jdk.toString()),
                List.of(ProjectFiles.of(program).toString()));
    }

    /** Runs only the rules of the root module, which the build runs before everything else. */
    private Ended maven(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(ProjectFiles.of("mvnw").toString(), "-o", "-B", "-N", "-q"));
        String repository = System.getProperty("maven.repo.local");
        if (repository != null) command.add("-Dmaven.repo.local=" + repository);
        command.addAll(List.of(options));
        command.add("validate");
        return run(Map.of("JAVA_HOME", System.getProperty("java.home")), command);
    }

    private static void script(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended run(Map<String, String> environment, List<String> command) throws Exception {
        Path output = directory.resolve("output");
        Path errors = directory.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(ProjectFiles.of("").toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        int status = process.waitFor();
        return new Ended(status, lines(output), lines(errors));
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8);
    }
}
