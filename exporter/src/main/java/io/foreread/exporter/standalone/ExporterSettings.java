package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.MetricsSettings;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingList;
import io.foreread.exporter.jmx.client.JmxTls;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Declares the settings that only the standalone exporter has. */
public final class ExporterSettings {
    public static final SettingList LIST = new SettingList("");

    static final Setting<Set<HostPort>> NODES = LIST.declareOptionalList(
            "nodes",
            "[\"10.0.0.1:7199\", \"10.0.0.2:7199\"]",
            ExporterSettings::addresses,
            "list of host:port",
            "JMX addresses of the nodes. `--jmx` on the command line replaces them.");

    static final Setting<Path> TARGETS_FILE = LIST.declareFile(
            "targets-file",
            "/etc/foreread/targets.yaml",
            "File with more nodes, in the format of Prometheus' `file_sd_configs`, YAML or JSON. Changes are applied"
                    + " within seconds.");

    static final Setting<HostPort> LISTEN = LIST.declare(
            "listen",
            "127.0.0.1:9507",
            value -> HostPort.parse(value, "127.0.0.1:9507 or 0.0.0.0:9507"),
            "host:port",
            "Address at which the exporter serves its metrics.");

    static final Setting<Path> PASSWORD_FILE = LIST.declareFile(
            "jmx.password-file",
            "/etc/foreread/jmx.password",
            "File with a line `user password`, as in Cassandra's `jmxremote.password`.");

    static final Setting<String> PASSWORD_VARIABLE = LIST.declareVariable(
            "jmx.password-env", "JMX_LOGIN", "Environment variable with `user password`, in place of the file.");

    static final Setting<Boolean> TLS = LIST.declareBoolean("jmx.tls", false, "Whether the JMX of the nodes uses TLS.");

    static final Setting<Boolean> TLS_REGISTRY = LIST.declareBoolean(
            "jmx.tls-registry",
            true,
            "Whether the RMI registry of the nodes uses TLS too. Has an effect only with `jmx.tls`.");

    static final Setting<Boolean> TLS_VERIFY_HOST = LIST.declareBoolean(
            "jmx.tls-verify-host",
            true,
            "Whether the certificate of a node must be valid for the host in the address of the node.");

    static final Setting<Path> TRUST_STORE = LIST.declareFile(
            JmxTls.TRUST_STORE,
            "/etc/foreread/truststore.p12",
            "PKCS12 or JKS file with the trusted certificates. If this is not set, the certificates of the Java runtime"
                    + " are trusted.");

    static final Setting<Path> TRUST_STORE_PASSWORD = LIST.declareFile(
            "jmx.truststore-password-file",
            "/etc/foreread/truststore.password",
            "File whose first line is the password of the truststore.");

    static final Setting<String> TRUST_STORE_PASSWORD_VARIABLE = LIST.declareVariable(
            "jmx.truststore-password-env",
            "JMX_TRUSTSTORE_PASSWORD",
            "Environment variable with the password of the truststore, in place of the file.");

    static final Setting<Path> KEY_STORE = LIST.declareFile(
            JmxTls.KEY_STORE,
            "/etc/foreread/keystore.p12",
            "PKCS12 or JKS file with the exporter's certificate, for nodes that require one.");

    static final Setting<Path> KEY_STORE_PASSWORD = LIST.declareFile(
            "jmx.keystore-password-file",
            "/etc/foreread/keystore.password",
            "File whose first line is the password of the keystore.");

    static final Setting<String> KEY_STORE_PASSWORD_VARIABLE = LIST.declareVariable(
            "jmx.keystore-password-env",
            "JMX_KEYSTORE_PASSWORD",
            "Environment variable with the password of the keystore, in place of the file.");

    static final Setting<Integer> TIMEOUT = LIST.declare(
            "jmx.timeout",
            "10",
            value -> number(value.replaceFirst("\\s*s$", ""), 300, "1 to 300 seconds"),
            "1 to 300 seconds",
            "Maximum time for one JMX call. An MBean that takes longer than a second is read in the background.");

    static final Setting<Integer> FETCH_TIMEOUT = LIST.declare(
            "jmx.fetch-timeout",
            "60",
            value -> number(value.replaceFirst("\\s*s$", ""), 600, "1 to 600 seconds"),
            "1 to 600 seconds",
            "Maximum time for reading all values of a scrape from a node.");

    static final Setting<Integer> CALLERS = LIST.declare(
            "jmx.callers",
            "4",
            value -> number(value, 128, "1 to 128"),
            "1 to 128",
            "Number of concurrent JMX calls to one node in a scrape. A scrape takes the number of MBeans times the round"
                    + " trip time, divided by this.");

    /**
     * The settings that the labels of a target can override. {@code jmx.timeout} is not one of them, because RMI has
     * one timeout for the whole process.
     */
    static final Set<String> PER_TARGET = perTarget();

    private ExporterSettings() {}

    /** All settings that the configuration file may have, in order. */
    static List<Setting<?>> all() {
        List<Setting<?>> all = LIST.all();
        all.addAll(MetricsSettings.LIST.all());
        all.addAll(HttpSettings.LIST.all());
        return all;
    }

    private static Set<String> perTarget() {
        Set<String> keys = new LinkedHashSet<>();
        for (Setting<?> setting : LIST.all())
            if (setting.key().startsWith("jmx.") && setting != TIMEOUT) keys.add(setting.key());
        return keys;
    }

    private static Set<HostPort> addresses(List<String> items) {
        Set<HostPort> addresses = new LinkedHashSet<>();
        for (String item : items) addresses.add(HostPort.parse(item, "10.0.0.1:7199"));
        return Collections.unmodifiableSet(addresses);
    }

    private static int number(String value, int max, String allowed) {
        int number = value.matches("\\d{1,4}") ? Integer.parseInt(value) : 0;
        if (number < 1 || number > max) throw new IllegalArgumentException("allowed are " + allowed);
        return number;
    }
}
