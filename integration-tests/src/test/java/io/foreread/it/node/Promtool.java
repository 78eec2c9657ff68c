package io.foreread.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Prometheus's own linter, where it is installed (Debian package prometheus). */
final class Promtool {
    private Promtool() {}

    /** Checks an exposition; says so and does nothing where there is no promtool. */
    static void assertAccepts(String exposition) {
        if (!installed()) {
            System.out.println("promtool is not installed: the exposition was not linted");
            return;
        }
        try {
            Process process = new ProcessBuilder("promtool", "check", "metrics")
                    .redirectErrorStream(true)
                    .start();
            try (var in = process.getOutputStream()) {
                in.write(exposition.getBytes(StandardCharsets.UTF_8));
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(output).as("promtool check metrics").isEmpty();
            assertThat(process.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean installed() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "promtool")));
    }
}
