package io.foreread.agent.command.check;

import io.foreread.agent.command.node.NodeAccessException;
import io.foreread.agent.command.node.NodeConnection;
import io.foreread.agent.command.node.NodeProcess;
import io.foreread.agent.config.AgentConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sources of the facts about a node: its files and, if it runs, its process and MBeans. Not thread-safe. */
public final class CheckedNode {
    private final @Nullable NodeProcess process;
    /** Null if there is none, or once the node has not answered. */
    private @Nullable NodeConnection connection;

    private final CassandraYaml yaml;
    private final @Nullable CassandraJar jar;
    private final List<Path> dataDirectories;
    private final JvmOptions jvm;
    private final AgentConfig agent;
    private final Path sysfs;

    private CheckedNode(
            @Nullable NodeProcess process,
            @Nullable NodeConnection connection,
            CassandraYaml yaml,
            @Nullable CassandraJar jar,
            List<Path> dataDirectories,
            JvmOptions jvm,
            AgentConfig agent,
            Path sysfs) {
        this.process = process;
        this.connection = connection;
        this.yaml = yaml;
        this.jar = jar;
        this.dataDirectories = dataDirectories;
        this.jvm = jvm;
        this.agent = agent;
        this.sysfs = sysfs;
    }

    /**
     * Finds the files of a running node.
     *
     * @param connection null if there is none; configured values then replace live ones
     * @param agent the configuration that the agent would have
     * @param sysfs where sysfs is mounted
     * @throws NodeAccessException if its files cannot be found or read
     */
    public static CheckedNode running(
            NodeProcess process, @Nullable NodeConnection connection, AgentConfig agent, Path sysfs)
            throws NodeAccessException {
        List<Path> classPath = process.classPath();
        CassandraYaml yaml = CassandraYaml.read(yaml(process, classPath));
        String storage = process.systemProperty("cassandra.storagedir");
        List<Path> data = new ArrayList<>();
        for (String directory : yaml.list("data_file_directories")) data.add(process.path(directory));
        if (data.isEmpty() && storage != null) data.add(process.path(storage + "/data"));
        try {
            return new CheckedNode(
                    process,
                    connection,
                    yaml,
                    CassandraJar.among(classPath),
                    data,
                    JvmOptions.of(process),
                    agent,
                    sysfs);
        } catch (IOException e) {
            throw new NodeAccessException("a jar of " + process + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads the files of a node that does not have to be running.
     *
     * @param library the directory with the jars of Cassandra
     * @throws NodeAccessException if a file cannot be read
     */
    public static CheckedNode installed(Path yamlFile, Path library, AgentConfig agent, Path sysfs)
            throws NodeAccessException {
        CassandraYaml yaml = CassandraYaml.read(yamlFile);
        List<Path> data = new ArrayList<>();
        for (String directory : yaml.list("data_file_directories")) data.add(Paths.get(directory));
        Path home = library.toAbsolutePath().normalize().getParent();
        if (data.isEmpty() && home != null) data.add(home.resolve("data/data"));
        try {
            CassandraJar jar = CassandraJar.in(library);
            if (jar == null)
                throw new NodeAccessException(
                        library + " has no apache-cassandra-*.jar; name the lib directory of Cassandra with --lib");
            return new CheckedNode(null, null, yaml, jar, data, JvmOptions.beside(yamlFile), agent, sysfs);
        } catch (IOException e) {
            throw new NodeAccessException("the jar of Cassandra cannot be read: " + e.getMessage(), e);
        }
    }

    /** Finds cassandra.yaml as Cassandra does: by the URL or the name in -Dcassandra.config, a name on the class path. */
    private static Path yaml(NodeProcess process, List<Path> classPath) throws NodeAccessException {
        String configured = process.systemProperty("cassandra.config");
        if (configured != null && configured.startsWith("file:")) return process.path(pathOf(configured));
        String name = configured == null ? "cassandra.yaml" : configured;
        for (Path entry : classPath) {
            Path file = entry.resolve(name);
            if (Files.isRegularFile(file)) return file;
        }
        throw new NodeAccessException("the " + name + " of " + process
                + " is not visible here; run the command as the user of the node, or use --conf and --lib");
    }

    private static String pathOf(String fileUrl) {
        try {
            String path = URI.create(fileUrl).getPath();
            if (path != null) return path;
        } catch (IllegalArgumentException ignored) {
            // java.net.URL, which Cassandra uses, allows characters that a URI must escape, such as spaces.
        }
        return fileUrl.substring("file:".length());
    }

    CassandraYaml yaml() {
        return yaml;
    }

    @Nullable
    CassandraJar jar() {
        return jar;
    }

    @Nullable
    NodeProcess process() {
        return process;
    }

    List<Path> dataDirectories() {
        return Collections.unmodifiableList(dataDirectories);
    }

    JvmOptions jvm() {
        return jvm;
    }

    AgentConfig agent() {
        return agent;
    }

    Path sysfs() {
        return sysfs;
    }

    /** Whether live values of the node can be read. */
    public boolean isConnected() {
        return connection != null;
    }

    /** An attribute of an MBean; null if there is no connection, no answer or no such attribute. */
    @Nullable
    Object live(String bean, String attribute) {
        if (connection == null) return null;
        try {
            return connection.attribute(bean, attribute);
        } catch (NodeAccessException e) {
            // Each further call would take the time limit of a call.
            connection = null;
            return null;
        }
    }

    /** The release, such as 4.1.10, or null. */
    @Nullable
    String version() {
        if (jar != null && !jar.version().equals("unknown")) return jar.version();
        Object version = live("org.apache.cassandra.db:type=StorageService", "ReleaseVersion");
        return version == null ? null : version.toString();
    }

    /** Whether the release has this major version or a later one. An unknown release counts as a later one. */
    boolean isAtLeast(int major) {
        String version = version();
        String first = version == null ? "" : version.replaceFirst("\\D.*", "");
        return first.isEmpty() || Integer.parseInt(first) >= major;
    }

    /**
     * Whether Cassandra has a native read-ahead. Where the native read-ahead has an effect, Foreread leaves scans to
     * it.
     */
    boolean hasNativeReadAhead() {
        return jar != null && jar.hasNativeReadAhead();
    }
}
