package io.foreread.exporter.standalone;

import io.foreread.exporter.config.Secret;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.JmxLogin;
import io.foreread.exporter.jmx.client.JmxTls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates the parameters of JMX connections from the settings and the files that they name. Nodes with the same
 * settings share one object.
 */
final class Accesses {
    private final Consumer<String> warnings;
    private final Map<Map<String, String>, JmxAccess> bySettings = new HashMap<>();

    /**
     * @param warnings receives a line for each file that others can read, for each changed file that cannot be used,
     *     if a password is sent without encryption, and if stores are set without TLS
     */
    Accesses(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    /** @throws IOException if a file cannot be used; the message says which and why */
    synchronized JmxAccess of(JmxConfig config) throws IOException {
        JmxAccess known = bySettings.get(config.ownTexts());
        if (known != null) return known;
        JmxAccess access = create(config);
        bySettings.put(config.ownTexts(), access);
        if (access.sendsPasswordInPlainText())
            warnings.accept("the password of JMX is sent to the nodes without encryption: set jmx.tls: true and enable"
                    + " TLS for the JMX of the nodes");
        return access;
    }

    private JmxAccess create(JmxConfig config) throws IOException {
        Secret password = secret(config, ExporterSettings.PASSWORD_FILE, ExporterSettings.PASSWORD_VARIABLE);
        JmxLogin login = password == null ? null : JmxLogin.read(password, warnings);
        return new JmxAccess(
                login,
                tls(config),
                config.get(ExporterSettings.TLS_REGISTRY),
                new JmxLimits(
                        config.get(ExporterSettings.TIMEOUT) * 1000,
                        config.get(ExporterSettings.FETCH_TIMEOUT) * 1000,
                        config.get(ExporterSettings.CALLERS)));
    }

    private static @Nullable Secret secret(JmxConfig config, Setting<Path> file, Setting<String> variable)
            throws IOException {
        try {
            return config.secret(file, variable);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private @Nullable JmxTls tls(JmxConfig config) throws IOException {
        if (!config.get(ExporterSettings.TLS)) {
            if (config.file(ExporterSettings.TRUST_STORE) != null || config.file(ExporterSettings.KEY_STORE) != null)
                warnings.accept(
                        "jmx.truststore and jmx.keystore have no effect on nodes without jmx.tls: true, to which the connections are not"
                                + " encrypted");
            return null;
        }
        return JmxTls.read(
                new JmxTls.Stores(
                        config.file(ExporterSettings.TRUST_STORE),
                        secret(
                                config,
                                ExporterSettings.TRUST_STORE_PASSWORD,
                                ExporterSettings.TRUST_STORE_PASSWORD_VARIABLE),
                        config.file(ExporterSettings.KEY_STORE),
                        secret(
                                config,
                                ExporterSettings.KEY_STORE_PASSWORD,
                                ExporterSettings.KEY_STORE_PASSWORD_VARIABLE)),
                config.get(ExporterSettings.TLS_VERIFY_HOST),
                warnings);
    }
}
