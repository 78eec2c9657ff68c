package io.foreread.it.container;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeClients;
import io.foreread.it.fixture.NodeFiles;
import io.foreread.it.fixture.RunningNode;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;

/**
 * A Cassandra node in a container on the engine's default network, whose files are on this machine. The container
 * ends with this JVM. Not thread-safe, except {@link #session} and {@link #jmx} after their first call.
 */
public final class ContainerNode extends RunningNode {
    private static final int STOP_SECONDS = 20;

    private final GenericContainer<?> container;
    private final int metricsPort;
    private final String address;

    /**
     * @param container the started container
     * @param metricsPort the port of the agent's endpoint; 0 if there is none
     */
    ContainerNode(CassandraVersion version, NodeFiles files, GenericContainer<?> container, int metricsPort) {
        this(version, files, container, metricsPort, addressOf(container));
    }

    private ContainerNode(
            CassandraVersion version, NodeFiles files, GenericContainer<?> container, int metricsPort, String address) {
        super(
                version,
                files,
                0,
                new NodeClients(
                        new InetSocketAddress(address, ContainerNodeBuilder.NATIVE_PORT),
                        address,
                        ContainerNodeBuilder.JMX_PORT));
        this.container = container;
        this.metricsPort = metricsPort;
        this.address = address;
    }

    private static String addressOf(GenericContainer<?> container) {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
    }

    /** @param storage directory for all files of the node; not deleted with the node */
    public static ContainerNodeBuilder of(CassandraRelease release, Path storage) {
        return new ContainerNodeBuilder(release.version(), storage.toAbsolutePath());
    }

    /** The address at which this machine and other containers reach the node. */
    public String address() {
        return address;
    }

    /** The identifier of the container, for the docker command. */
    public String id() {
        return container.getContainerId();
    }

    /** The process of the node, as this machine numbers it. */
    public long pid() {
        return Objects.requireNonNull(container.getContainerInfo().getState().getPidLong(), "the container has ended");
    }

    /** Runs nodetool in the container and returns its output. */
    public String nodetool(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "nodetool";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            var result = container.execInContainer(command);
            if (result.getExitCode() != 0)
                throw new IllegalStateException(
                        String.join(" ", command) + " failed: " + result.getStdout() + result.getStderr());
            return result.getStdout();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during nodetool", e);
        }
    }

    @Override
    public Scrape metrics() {
        if (metricsPort == 0) throw new IllegalStateException("this node has no endpoint");
        return Scrape.from(URI.create("http://" + address + ":" + metricsPort + "/metrics"));
    }

    @Override
    public boolean isAlive() {
        return container.isRunning();
    }

    @Override
    public void kill() {
        closeClients();
        try {
            Engine.client().killContainerCmd(container.getContainerId()).exec();
        } catch (ConflictException | NotFoundException ignored) {
            // The container had already ended.
        }
        container.stop();
    }

    @Override
    public void close() {
        closeClients();
        try {
            Engine.client()
                    .stopContainerCmd(container.getContainerId())
                    .withTimeout(STOP_SECONDS)
                    .exec();
        } catch (NotModifiedException | NotFoundException ignored) {
            // The container had already ended.
        }
        container.stop();
    }

    @Override
    protected String place() {
        return "in " + container.getDockerImageName();
    }

    @Override
    protected String end() {
        return "exited";
    }

    @Override
    protected void completeFiles() {
        try {
            Files.writeString(files().console(), container.getLogs());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
