package io.foreread.it.attach;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.foreread.it.container.ContainerNode;
import io.foreread.it.container.ContainerNodeBuilder;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.ChildJvmNode;
import io.foreread.it.fixture.ForereadTool;
import io.foreread.it.fixture.FreePorts;
import io.foreread.it.fixture.NodeJmx;
import io.foreread.it.fixture.NodeSession;
import io.foreread.it.fixture.RunningNode;
import io.foreread.it.fixture.Scrape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.awaitility.Awaitility;

/**
 * A node to which the command of the agent's jar attaches the agent, in a separate JVM on the machine or in the container of the
 * node.
 *
 * @param pid the process of the node, as this machine numbers it
 * @param ownPid the same process, as the command numbers it
 * @param cql the address for CQL clients
 * @param endpoint the address of the metrics while the agent is attached
 * @param java the command line of the Java that runs the command
 * @param jar the jar of the build, as the node sees it
 * @param config the configuration of the agent, as this machine sees it
 * @param paths maps a path of this machine to what the node sees
 */
record AttachableNode(
        RunningNode node,
        long pid,
        long ownPid,
        InetSocketAddress cql,
        URI endpoint,
        List<String> java,
        String jar,
        Path config,
        UnaryOperator<Path> paths) {
    private static final List<String> JAVA =
            List.of(Path.of(System.getProperty("java.home"), "bin/java").toString());
    private static final String STATE = "io.foreread.state";
    private static final int CQL_PORT = 9042;
    private static final int METRICS_PORT = 9507;

    /**
     * Writes the configuration of the agent.
     *
     * @param directory the directory for the file
     */
    static AttachableNode of(ChildJvmNode node, Path directory) {
        String address = "127.0.0.1:" + FreePorts.find("127.0.0.1", 1).get(0);
        return of(node, URI.create("http://" + address + "/metrics"), config(directory, address));
    }

    static AttachableNode of(ChildJvmNode node, URI endpoint, Path config) {
        return new AttachableNode(
                node,
                node.pid(),
                node.pid(),
                node.address(),
                endpoint,
                JAVA,
                AgentJar.locate().toString(),
                config,
                UnaryOperator.identity());
    }

    /**
     * Copies the jar to the node, and writes the configuration of the agent.
     *
     * @param builder has started the node
     * @param java the feature number of a Java from a Debian package, with which the node and the command run
     * @param directory the directory for the files, below the storage directory of the node
     */
    static AttachableNode of(ContainerNode node, ContainerNodeBuilder builder, int java, Path directory) {
        try {
            Path jar = Files.copy(AgentJar.locate(), directory.resolve("foreread-agent.jar"));
            // The shell replaces the asterisk by the architecture. Its arguments are those of java.
            String script = "exec /usr/lib/jvm/java-" + java + "-openjdk-*/bin/java \"$@\"";
            return new AttachableNode(
                    node,
                    node.pid(),
                    1,
                    new InetSocketAddress(node.address(), CQL_PORT),
                    URI.create("http://" + node.address() + ":" + METRICS_PORT + "/metrics"),
                    List.of("docker", "exec", node.id(), "sh", "-c", script, "java"),
                    builder.seen(jar).toString(),
                    config(directory, "0.0.0.0:" + METRICS_PORT),
                    builder::seen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path config(Path directory, String listen) {
        try {
            return Files.writeString(directory.resolve("foreread.yaml"), "listen: " + listen + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The path of a file of this machine, as the node sees it. */
    String seen(Path path) {
        return paths.apply(path).toString();
    }

    NodeJmx jmx() {
        return node.jmx();
    }

    /** Begins a compaction of all sstables of a table that takes several seconds, and returns when it runs. */
    CompletableFuture<Void> startSlowCompaction(String keyspace, String table) {
        jmx().setCompactionThroughput(1);
        CompletableFuture<Void> compaction = CompletableFuture.runAsync(() -> jmx().majorCompact(keyspace, table));
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            List<?> running =
                    jmx().getAttribute(NodeJmx.name("org.apache.cassandra.db:type=CompactionManager"), "Compactions");
            return running.stream().anyMatch(one -> one.toString().contains(table));
        });
        return compaction;
    }

    /** A session that the caller closes. */
    CqlSession openSession() {
        return NodeSession.open(cql);
    }

    ForereadTool attach() {
        return attach(jar);
    }

    ForereadTool attach(Path jar) {
        return attach(jar.toString());
    }

    private ForereadTool attach(String seenJar) {
        return runJar(seenJar, "attach", "--config", seen(config));
    }

    ForereadTool detach(String... options) {
        return run("detach", options);
    }

    /** Runs a command of the jar of the build. */
    ForereadTool run(String command, String... options) {
        return runJar(jar, command, options);
    }

    ForereadTool run(Path jar, String command, String... options) {
        return runJar(jar.toString(), command, options);
    }

    private ForereadTool runJar(String seenJar, String command, String... options) {
        List<String> line = new ArrayList<>(java);
        // The command is short, so that the C2 compiler would only delay it.
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", seenJar, command, "--pid", String.valueOf(ownPid)));
        line.addAll(List.of(options));
        return ForereadTool.run(new ProcessBuilder(line));
    }

    JsonNode status() {
        ForereadTool status = run("status", "--json");
        try {
            return new ObjectMapper().readTree(status.out());
        } catch (IOException e) {
            throw new AssertionError(status.toString(), e);
        }
    }

    /** The system property in which the agent reports its state; "" if it is not set. */
    String state() {
        TabularData properties = node.jmx().getAttribute(NodeJmx.name("java.lang:type=Runtime"), "SystemProperties");
        CompositeData state = properties.get(new Object[] {STATE});
        return state == null ? "" : (String) state.get("value");
    }

    Scrape metrics() {
        return Scrape.from(endpoint);
    }
}
