package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.MetricsConfig;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every key of the standalone exporter, its default and its documentation. Immutable.
 *
 * <p>A key may stand in the YAML file named by {@code --config} or, some of them, on the command line, which wins.
 * {@code http.*} and {@code metrics.*} are the keys of the agent, and the latter may change while the exporter runs. Any {@link
 * #problems problem} keeps it from starting.
 */
public final class ExporterConfig {
    /** {@code nodes}: list of host:port of the JMX of each node. */
    public static final String NODES = "nodes";

    /** {@code listen}: host:port of the endpoint. Default 127.0.0.1:9507. */
    public static final String LISTEN = "listen";

    /** {@code jmx.password-file}: file with a line {@code user password}, as Cassandra's jmxremote.password. */
    public static final String PASSWORD_FILE = "jmx.password-file";

    /** {@code jmx.tls}: whether the nodes' JMX speaks TLS. Default false. */
    public static final String TLS = "jmx.tls";

    /** {@code jmx.tls-registry}: whether their RMI registry does too, where they speak TLS at all. Default true. */
    public static final String TLS_REGISTRY = "jmx.tls-registry";

    /** {@code jmx.truststore}: PKCS12 or JKS file of certificates to trust. Default those of this Java. */
    public static final String TRUST_STORE = "jmx.truststore";

    /** {@code jmx.keystore}: PKCS12 or JKS file of our own certificate, for nodes that ask for one. Default none. */
    public static final String KEY_STORE = "jmx.keystore";

    /** {@code jmx.truststore-password-file}, {@code jmx.keystore-password-file}: the first line is the password. */
    public static final String STORE_PASSWORD = "-password-file";

    /** {@code jmx.timeout}: seconds that one call may take, 1 to 300. Default 10. */
    public static final String TIMEOUT = "jmx.timeout";

    /** {@code jmx.callers}: calls to one node at the same time, 1 to 32. Default 4. */
    public static final String CALLERS = "jmx.callers";

    private static final List<String> KEYS = Collections.unmodifiableList(Arrays.asList(
            NODES,
            LISTEN,
            PASSWORD_FILE,
            TLS,
            TLS_REGISTRY,
            TRUST_STORE,
            TRUST_STORE + STORE_PASSWORD,
            KEY_STORE,
            KEY_STORE + STORE_PASSWORD,
            TIMEOUT,
            CALLERS,
            HttpConfig.PREFIX + "<...>",
            MetricsConfig.PREFIX + "<...>"));

    private final List<String> problems = new ArrayList<>();
    private final Map<String, Path> files = new LinkedHashMap<>();
    /** Everything that is fixed while the exporter runs. */
    private final Map<String, String> untilRestart = new LinkedHashMap<>();

    private final Set<HostPort> nodes = new LinkedHashSet<>();
    private HostPort listen = HostPort.parse("127.0.0.1:9507", "");
    private boolean tls;
    private boolean tlsRegistry = true;
    private int timeoutSeconds = 10;
    private int callers = 4;
    private HttpConfig http = HttpConfig.defaults();
    private MetricsConfig metrics = MetricsConfig.defaults();

    private ExporterConfig() {}

    /** @param settings key to value, in order */
    public static ExporterConfig of(Map<String, String> settings) {
        ExporterConfig config = new ExporterConfig();
        settings.forEach((key, value) -> {
            if (MetricsConfig.isKey(key)) return;
            config.untilRestart.put(key, value.trim());
            if (HttpConfig.isKey(key)) return;
            try {
                config.set(key, value.trim());
            } catch (IllegalArgumentException e) {
                config.problems.add(key + ": '" + value + "' is not allowed; " + e.getMessage());
            }
        });
        config.http = HttpConfig.of(settings, config.problems);
        config.metrics = MetricsConfig.of(settings, config.problems);
        return config;
    }

    private void set(String key, String value) {
        switch (key) {
            case NODES:
                for (String node : value.split(",")) node(node.trim());
                break;
            case LISTEN:
                listen = HostPort.parse(value, "127.0.0.1:9507 or 0.0.0.0:9507");
                break;
            case TLS:
                tls = bool(value);
                break;
            case TLS_REGISTRY:
                tlsRegistry = bool(value);
                break;
            case TIMEOUT:
                timeoutSeconds = number(value.replaceFirst("\\s*s$", ""), 300, "1 to 300 seconds");
                break;
            case CALLERS:
                callers = number(value, 32, "1 to 32");
                break;
            case PASSWORD_FILE:
            case TRUST_STORE:
            case TRUST_STORE + STORE_PASSWORD:
            case KEY_STORE:
            case KEY_STORE + STORE_PASSWORD:
                if (value.isEmpty()) throw new IllegalArgumentException("it is the path of a file");
                files.put(key, Paths.get(value));
                break;
            default:
                throw new IllegalArgumentException("this key is unknown, allowed are " + String.join(", ", KEYS));
        }
    }

    private void node(String text) {
        try {
            nodes.add(HostPort.parse(text, "10.0.0.1:7199"));
        } catch (IllegalArgumentException e) {
            problems.add(NODES + ": '" + text + "' is not allowed; " + e.getMessage());
        }
    }

    private static boolean bool(String value) {
        if (value.equals("true") || value.equals("false")) return value.equals("true");
        throw new IllegalArgumentException("allowed are true and false");
    }

    private static int number(String value, int most, String allowed) {
        int number = value.matches("\\d{1,4}") ? Integer.parseInt(value) : 0;
        if (number < 1 || number > most) throw new IllegalArgumentException("allowed are " + allowed);
        return number;
    }

    /** One line each, for a person: the key, the value, what is allowed. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }

    Set<HostPort> nodes() {
        return nodes;
    }

    HostPort listen() {
        return listen;
    }

    /** @return null if none is named by that key */
    @Nullable
    Path file(String key) {
        return files.get(key);
    }

    /** How the endpoint is secured. */
    HttpConfig http() {
        return http;
    }

    boolean tls() {
        return tls;
    }

    boolean tlsRegistry() {
        return tlsRegistry;
    }

    int timeoutMillis() {
        return timeoutSeconds * 1000;
    }

    int callers() {
        return callers;
    }

    /** Which metrics are told: the one part that may change while the exporter runs. */
    public MetricsConfig metrics() {
        return metrics;
    }

    /** Whether the two differ in what needs a restart to change. */
    boolean needsRestartFor(ExporterConfig changed) {
        return !untilRestart.equals(changed.untilRestart);
    }
}
