package io.foreread.it.node;

import io.foreread.it.fixture.AgentJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The result of the {@code foreread} command of the agent's jar, which runs in a separate JVM. */
record ForereadTool(int exitCode, String out, String err) {
    static ForereadTool run(String... arguments) {
        return runOn(Path.of(System.getProperty("java.home")), arguments);
    }

    /** @param javaHome the home directory of the Java that runs the command */
    static ForereadTool runOn(Path javaHome, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                javaHome.resolve("bin/java").toString(),
                "-jar",
                AgentJar.locate().toString()));
        command.addAll(List.of(arguments));
        try {
            Path err = Files.createTempFile("foreread", ".err");
            Process process =
                    new ProcessBuilder(command).redirectError(err.toFile()).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            ForereadTool run = new ForereadTool(process.waitFor(), out, Files.readString(err));
            Files.delete(err);
            return run;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
