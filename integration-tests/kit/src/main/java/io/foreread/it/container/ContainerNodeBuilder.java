package io.foreread.it.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import io.foreread.it.fixture.AgentJar;
import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.CassandraVersion;
import io.foreread.it.fixture.JvmFlags;
import io.foreread.it.fixture.NodeBuilder;
import io.foreread.it.fixture.NodeFiles;
import io.foreread.it.fixture.NodeYaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Configures and starts a node in a container. It uses only mounts and environment variables, so it also works with the
 * official image.
 */
public final class ContainerNodeBuilder implements NodeBuilder {
    static final int STORAGE_PORT = 7000;
    static final int NATIVE_PORT = 9042;
    static final int JMX_PORT = 7199;

    private static final int METRICS_PORT = 9507;
    private static final String AGENT = "/opt/foreread/foreread-agent.jar";
    private static final String CONFIGURATION = "/etc/cassandra/";
    private static final Path STORAGE = Path.of("/var/lib/cassandra");
    /**
     * The host name of the container. It resolves to the address of the container, which is unknown before the start.
     */
    private static final String HOST_NAME = "cassandra";

    private final CassandraVersion version;
    private final Path storage;
    private final Map<String, Object> yaml = new LinkedHashMap<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private Path data;
    private @Nullable String agentOptions;
    private String heapMin = "512m";
    private String heapMax = "1g";
    private @Nullable String seed;
    private int java;
    private Duration startLimit = Duration.ofMinutes(3);

    ContainerNodeBuilder(CassandraVersion version, Path storage) {
        this.version = version;
        this.storage = storage;
        data = storage.resolve("data");
    }

    @Override
    public ContainerNodeBuilder agent(String options) {
        agentOptions = options;
        return this;
    }

    @Override
    public ContainerNodeBuilder dataDirectory(Path directory) {
        data = directory.toAbsolutePath();
        return this;
    }

    @Override
    public ContainerNodeBuilder yaml(String key, Object value) {
        yaml.put(key, value);
        return this;
    }

    /** Options must not contain spaces. */
    @Override
    public ContainerNodeBuilder jvmOptions(String... options) {
        jvmOptions.addAll(List.of(options));
        return this;
    }

    @Override
    public ContainerNodeBuilder heap(String min, String max) {
        heapMin = min;
        heapMax = max;
        return this;
    }

    @Override
    public ContainerNodeBuilder joining(CassandraNode other) {
        seed = ((ContainerNode) other).address();
        return this;
    }

    /**
     * Runs the node with a Java from a Debian package. By default it runs with a Java of this machine.
     *
     * @param feature the feature number of Java, such as 11
     */
    public ContainerNodeBuilder java(int feature) {
        java = feature;
        return this;
    }

    @Override
    public ContainerNodeBuilder startLimit(Duration limit) {
        startLimit = limit;
        return this;
    }

    /** The path at which the node will see a file below its storage directory. */
    public Path seen(Path path) {
        return STORAGE.resolve(storage.relativize(path.toAbsolutePath()));
    }

    @Override
    public CassandraVersion version() {
        return version;
    }

    @Override
    public ContainerNode start() {
        String image = java == 0 ? CassandraImages.of(version) : CassandraImages.of(version, java);
        NodeFiles files = new NodeFiles(storage, data);
        Map<String, Object> configuration = NodeYaml.minimal(version, HOST_NAME, STORAGE_PORT, NATIVE_PORT, seed);
        configuration.putAll(yaml);
        files.write(configuration, STORAGE.resolve("data"), STORAGE.resolve("logs/system.log"));
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withEnv("JVM_EXTRA_OPTS", String.join(" ", options()))
                .withCreateContainerCmdModifier(command -> create(command, files));
        container.start();
        ContainerNode node = new ContainerNode(version, files, container, metricsPort());
        node.awaitStart(startLimit);
        return node;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        options.addAll(List.of("-ea", "-Xms" + heapMin, "-Xmx" + heapMax));
        if (agentOptions != null) options.add("-javaagent:" + AGENT + "=" + listening(agentOptions));
        // Cassandra prefers this remote port to the local JMX port that the image sets. LOCAL_JMX=no would enable
        // remote JMX too, but with passwords.
        options.add("-Dcassandra.jmx.remote.port=" + JMX_PORT);
        options.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
        options.add("-Dcassandra.ring_delay_ms=1000");
        options.add("-Dcassandra.superuser_setup_delay_ms=0");
        options.add("-Djava.net.preferIPv4Stack=true");
        options.addAll(JvmFlags.added());
        options.addAll(jvmOptions);
        return options;
    }

    private static String listening(String options) {
        if (options.contains("listen=")) return options;
        return options + (options.isEmpty() ? "" : ",") + "listen=0.0.0.0:" + METRICS_PORT;
    }

    private int metricsPort() {
        if (agentOptions == null) return 0;
        String listen = listening(agentOptions).replaceFirst(".*listen=([^,]*).*", "$1");
        return listen.equals("off") ? 0 : Integer.parseInt(listen.substring(listen.lastIndexOf(':') + 1));
    }

    private void create(CreateContainerCmd command, NodeFiles files) {
        List<Bind> binds = new ArrayList<>();
        binds.add(bind(storage, STORAGE.toString(), AccessMode.rw));
        binds.add(bind(data, STORAGE.resolve("data").toString(), AccessMode.rw));
        // cassandra.yaml is writable, because the start script of the official image edits it.
        binds.add(bind(files.yaml(), CONFIGURATION + "cassandra.yaml", AccessMode.rw));
        binds.add(bind(files.logback(), CONFIGURATION + "logback.xml", AccessMode.ro));
        if (agentOptions != null) binds.add(bind(AgentJar.locate(), AGENT, AccessMode.ro));
        HostConfig host = Objects.requireNonNull(command.getHostConfig());
        command.withHostName(HOST_NAME).withHostConfig(host.withBinds(binds));
        // The node runs as the owner of its files, so that the user of the tests can delete them.
        String owner = ContainerJvm.ownerOf(storage);
        // If root owns the files, no user is set, because the official image switches from root to its own user.
        if (!owner.startsWith("0:")) command.withUser(owner);
    }

    private static Bind bind(Path here, String there, AccessMode mode) {
        return new Bind(here.toString(), new Volume(there), mode);
    }
}
