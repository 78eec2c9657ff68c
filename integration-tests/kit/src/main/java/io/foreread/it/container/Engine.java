package io.foreread.it.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/** The Docker engine of this machine, if there is one. */
final class Engine {
    /**
     * Environment variables that must be set. Without them, Testcontainers tries to pull helper images, which fails
     * after two minutes.
     */
    private static final List<String> VARIABLES =
            List.of("TESTCONTAINERS_RYUK_DISABLED", "TESTCONTAINERS_HOST_OVERRIDE");

    private Engine() {}

    /**
     * Returns the reason why there is no engine and what to do; empty if there is one. The first call can take
     * some seconds; later calls return the same result.
     */
    static Optional<String> missing() {
        return Answer.MISSING;
    }

    private static final class Answer {
        static final Optional<String> MISSING = look();
    }

    private static Optional<String> look() {
        if (!System.getenv().keySet().containsAll(VARIABLES))
            return Optional.of("no containers without " + String.join(" and ", VARIABLES)
                    + " in the environment: set them as integration-tests/suites/pom.xml does");
        if (System.getenv("DOCKER_HOST") == null && sockets().noneMatch(Files::exists))
            return Optional.of("no Docker engine: install docker.io and start dockerd, or set DOCKER_HOST");
        if (!DockerClientFactory.instance().isDockerAvailable())
            return Optional.of("the Docker engine does not answer: see whether `docker info` works for this user");
        return Optional.empty();
    }

    private static Stream<Path> sockets() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path common = Path.of("/var/run/docker.sock");
        return runtime == null ? Stream.of(common) : Stream.of(common, Path.of(runtime, "docker.sock"));
    }

    static DockerClient client() {
        return DockerClientFactory.instance().client();
    }

    static boolean hasImage(String name) {
        try {
            client().inspectImageCmd(name).exec();
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }
}
