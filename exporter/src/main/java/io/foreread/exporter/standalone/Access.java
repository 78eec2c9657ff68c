package io.foreread.exporter.standalone;

import io.foreread.exporter.config.Setting;
import io.foreread.exporter.jmx.JmxAccess;
import io.foreread.exporter.jmx.JmxLogin;
import io.foreread.exporter.jmx.JmxTls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Creates the JMX parameters from the files that the configuration names. */
final class Access {
    private Access() {}

    /**
     * @param warnings receives a line for each insecure file
     * @throws IOException if a file cannot be used; the message says which and why
     */
    static JmxAccess of(ExporterConfig config, Consumer<String> warnings) throws IOException {
        Path passwords = config.file(ExporterSettings.PASSWORD_FILE);
        JmxLogin login = passwords == null ? null : JmxLogin.read(passwords, warnings);
        if (config.tls())
            JmxTls.install(
                    config.file(ExporterSettings.TRUST_STORE),
                    password(config, ExporterSettings.TRUST_STORE_PASSWORD),
                    config.file(ExporterSettings.KEY_STORE),
                    password(config, ExporterSettings.KEY_STORE_PASSWORD));
        return new JmxAccess(login, config.tls(), config.tlsRegistry(), config.timeoutMillis(), config.callers());
    }

    private static @Nullable String password(ExporterConfig config, Setting<Path> setting) throws IOException {
        Path file = config.file(setting);
        if (file == null) return null;
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            return lines.isEmpty() ? "" : lines.get(0).trim();
        } catch (IOException e) {
            throw new IOException(setting + " " + file + " cannot be read: " + e, e);
        }
    }
}
