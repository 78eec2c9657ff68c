package io.foreread.it.demo;

import io.foreread.it.fixture.ChildProcesses;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An image in the Docker engine of this machine. */
record DockerImage(String name) {
    /**
     * Whether the Docker engine is that of Docker Desktop, which runs in a virtual machine.
     *
     * @throws IllegalStateException if no Docker engine is available; the message contains the reason
     */
    static boolean isDesktop() {
        if (!Shell.has("docker")) throw new IllegalStateException("docker is not installed");
        try {
            return Shell.run("docker", "version", "--format", "{{.Server.Platform.Name}}")
                    .contains("Docker Desktop");
        } catch (IllegalStateException e) {
            throw new IllegalStateException("the Docker engine does not answer: check `docker info`", e);
        }
    }

    /** Whether the Docker engine has the image. */
    boolean isHere() {
        try {
            Shell.run("docker", "image", "inspect", "--format", "{{.Id}}", name);
            return true;
        } catch (IllegalStateException absent) {
            return false;
        }
    }

    /**
     * Pulls the image, which can take minutes.
     *
     * @param log the file for the output of docker
     * @param waiting called every second
     * @throws IllegalStateException if the image cannot be pulled; the message contains the reason
     */
    void pull(Path log, Runnable waiting) {
        try {
            Files.createDirectories(log.getParent());
            Process pull = new ProcessBuilder("docker", "pull", "--quiet", name)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            ChildProcesses.add(pull);
            while (!pull.waitFor(1, TimeUnit.SECONDS)) waiting.run();
            if (pull.exitValue() == 0) return;
            List<String> said = Files.readAllLines(log);
            throw new IllegalStateException(name + " cannot be pulled: "
                    + (said.isEmpty() ? "docker does not say why" : said.get(said.size() - 1)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run docker", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
