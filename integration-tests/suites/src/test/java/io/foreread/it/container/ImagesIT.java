package io.foreread.it.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.ProjectFiles;
import io.foreread.it.fixture.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the images of agent and exporter on a local base image. Runs them without root and with a read-only file
 * system.
 */
class ImagesIT {
    private static String base = "";

    @BeforeAll
    static void base() {
        CassandraImages.missing().ifPresent(why -> Assumptions.assumeTrue(false, why));
        Assumptions.assumeTrue(Shell.has("docker"), "no docker command: install docker.io");
        base = new LocalImage(
                        "foreread/base:java",
                        "FROM "
                                + CassandraImages.of(
                                        CassandraRelease.newestOf("4.1").version())
                                + "\nENV PATH=/opt/java/bin:/usr/local/bin:/usr/bin:/bin\nENTRYPOINT []\n")
                .built();
    }

    @Test
    void theInitContainerCopiesTheAgent(@TempDir Path volume) throws IOException {
        Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
        String image = build("agent");

        Shell.run("docker", "run", "--rm", "--read-only", "--volume", volume + ":/opt/foreread", image);

        assertThat(volume.resolve("foreread-agent.jar")).hasSameBinaryContentAs(AgentJar.locate());
        assertThat(Files.getAttribute(volume.resolve("foreread-agent.jar"), "unix:uid"))
                .isEqualTo(65534);
    }

    @Test
    void theExporterServesMetricsWithoutRootAndWithAReadOnlyFileSystem() {
        String container = Shell.run(
                "docker", "run", "--detach", "--rm", "--read-only", build("exporter"), "--jmx=127.0.0.1:7199");
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(get(container)).contains("foreread_node_up"));
            assertThat(exec(container, "id -u")).isEqualTo("65534");
            assertThatThrownBy(() -> exec(container, "touch /tmp/file")).hasMessageContaining("Read-only file system");
        } finally {
            Shell.run("docker", "kill", container);
        }
    }

    private static String build(String module) {
        String image = "foreread/test-" + module;
        Path directory = ProjectFiles.of(module);
        Shell.run(
                "docker",
                "build",
                "--quiet",
                "--build-arg",
                "BASE=" + base,
                "--file",
                directory.resolve("src/package/Dockerfile").toString(),
                "--tag",
                image,
                directory.toString());
        return image;
    }

    private static String get(String container) {
        return exec(
                container,
                "exec 3<>/dev/tcp/127.0.0.1/9507; printf 'GET /metrics HTTP/1.0\\r"
                        + "\\n"
                        + "Host: localhost\\r"
                        + "\\n"
                        + "\\r"
                        + "\\n"
                        + "' >&3; cat <&3");
    }

    private static String exec(String container, String script) {
        return Shell.run("docker", "exec", container, "bash", "-c", script);
    }
}
