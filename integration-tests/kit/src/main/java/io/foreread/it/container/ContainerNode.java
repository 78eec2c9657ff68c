package io.foreread.it.container;

import com.datastax.oss.driver.api.core.CqlSession;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraRelease;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.NodeClients;
import io.foreread.it.fixture.NodeFiles;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.NodeStartException;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;

/**
 * A Cassandra node in a container on the engine's default network, with its files on this
 * machine. It ends with this JVM. Not thread-safe, except {@link #session} and {@link #jmx} after their first call.
 */
public final class ContainerNode implements CassandraNode {
    private static final int TAIL_LINES = 40;
    private static final int STOP_SECONDS = 20;

    private final CassandraVersion version;
    private final NodeFiles files;
    private final GenericContainer<?> container;
    private final int metricsPort;
    private final String address;
    private final NodeClients clients;

    /**
     * @param container the started container
     * @param metricsPort 0 if there is no endpoint
     */
    ContainerNode(CassandraVersion version, NodeFiles files, GenericContainer<?> container, int metricsPort) {
        this.version = version;
        this.files = files;
        this.container = container;
        this.metricsPort = metricsPort;
        address = container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
        clients = new NodeClients(
                new InetSocketAddress(address, ContainerNodeBuilder.NATIVE_PORT),
                address,
                ContainerNodeBuilder.JMX_PORT);
    }

    /** @param storage directory for all files of the node; not deleted with the node */
    public static ContainerNodeBuilder of(CassandraRelease release, Path storage) {
        return new ContainerNodeBuilder(release.version(), storage.toAbsolutePath());
    }

    @Override
    public CassandraVersion version() {
        return version;
    }

    /** The address for this machine and other containers. */
    public String address() {
        return address;
    }

    /** The output of nodetool in the container. */
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
    public CqlSession session() {
        return clients.session();
    }

    @Override
    public NodeJmx jmx() {
        return clients.jmx();
    }

    @Override
    public List<String> log() {
        return files.log();
    }

    @Override
    public List<Path> dataDirectories(String keyspace, String table) {
        return files.tables(keyspace, table);
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
        clients.close();
        try {
            Engine.client().killContainerCmd(container.getContainerId()).exec();
        } catch (ConflictException | NotFoundException ignored) {
            // The container had already ended.
        }
        container.stop();
    }

    @Override
    public void close() {
        clients.close();
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

    void awaitCql(Duration limit) {
        try {
            Awaitility.await()
                    .atMost(limit)
                    .pollDelay(Duration.ofSeconds(2))
                    .pollInterval(Duration.ofMillis(200))
                    .until(this::answersCql);
        } catch (ConditionTimeoutException e) {
            throw failure("did not answer CQL within " + limit.toSeconds() + " s", e);
        }
    }

    private boolean answersCql() {
        if (!isAlive()) throw failure("exited while starting", null);
        return clients.answerCql(log());
    }

    private NodeStartException failure(String what, @Nullable Throwable cause) {
        try {
            Files.writeString(files.console(), container.getLogs());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String reason = files.lastReason().map(line -> ": " + line).orElse("");
        return new NodeStartException(
                "Cassandra " + version + " in " + container.getDockerImageName() + " " + what + reason,
                files.tail(TAIL_LINES),
                cause);
    }
}
