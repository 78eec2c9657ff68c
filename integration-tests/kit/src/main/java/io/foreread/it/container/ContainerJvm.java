package io.foreread.it.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;

/** Runs a program on a Java that this machine may lack. */
public final class ContainerJvm {
    private ContainerJvm() {}

    /**
     * Runs a JVM and waits for its end.
     *
     * @param java the feature number of a Java from a Debian package; {@link CassandraImages#missingJava} must be empty
     * @param arguments the arguments of {@code java}
     * @param readable files and directories that the JVM reads; they have the same paths in the container
     * @param directory the directory that the JVM can write, with the same path in the container
     * @param output the file in this directory to which the JVM writes its output
     * @throws IllegalStateException if the JVM does not end in time, or ends with another exit code than 0
     */
    public static void run(
            int java, List<String> arguments, Collection<Path> readable, Path directory, Path output, Duration limit) {
        // The shell replaces the asterisk by the architecture. Its arguments are those of java.
        String script = "exec /usr/lib/jvm/java-" + java + "-openjdk-*/bin/java \"$@\" >'" + output + "' 2>&1";
        String[] command = Stream.concat(Stream.of("sh", "-c", script, "java"), arguments.stream())
                .toArray(String[]::new);
        try (GenericContainer<?> container =
                new GenericContainer<>(DockerImageName.parse(CassandraImages.packagedJavas()))) {
            container
                    .withCommand(command)
                    .withCreateContainerCmdModifier(create -> create(create, readable, directory))
                    .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(limit))
                    .start();
        } catch (ContainerLaunchException e) {
            throw new IllegalStateException(
                    "the JVM in a container did not end with code 0 within " + limit.toMinutes() + " minutes, see "
                            + output,
                    e);
        }
    }

    private static void create(CreateContainerCmd command, Collection<Path> readable, Path directory) {
        List<Bind> binds = new ArrayList<>();
        for (Path path : readable)
            // Directories below the writable one are visible already.
            if (!path.startsWith(directory)) binds.add(bind(path, AccessMode.ro));
        binds.add(bind(directory, AccessMode.rw));
        HostConfig host = Objects.requireNonNull(command.getHostConfig());
        command.withHostConfig(host.withBinds(binds))
                .withWorkingDir(directory.toString())
                .withUser(ownerOf(directory));
    }

    private static Bind bind(Path path, AccessMode mode) {
        return new Bind(path.toString(), new Volume(path.toString()), mode);
    }

    /** Returns uid:gid of a file or directory. */
    static String ownerOf(Path path) {
        try {
            return Files.getAttribute(path, "unix:uid") + ":" + Files.getAttribute(path, "unix:gid");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
