package io.foreread.exporter.standalone;

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

/** From the files that a configuration names to the way nodes are connected to. */
final class Access {
    private Access() {}

    /**
     * @param warnings gets a line for what works and should not
     * @throws IOException if a file cannot be used; the message says which and why
     */
    static JmxAccess of(ExporterConfig config, Consumer<String> warnings) throws IOException {
        Path passwords = config.file(ExporterConfig.PASSWORD_FILE);
        JmxLogin login = passwords == null ? null : JmxLogin.read(passwords, warnings);
        if (config.tls())
            JmxTls.install(
                    config.file(ExporterConfig.TRUST_STORE),
                    password(config, ExporterConfig.TRUST_STORE),
                    config.file(ExporterConfig.KEY_STORE),
                    password(config, ExporterConfig.KEY_STORE));
        return new JmxAccess(login, config.tls(), config.tlsRegistry(), config.timeoutMillis(), config.callers());
    }

    private static @Nullable String password(ExporterConfig config, String store) throws IOException {
        Path file = config.file(store + ExporterConfig.STORE_PASSWORD);
        if (file == null) return null;
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            return lines.isEmpty() ? "" : lines.get(0).trim();
        } catch (IOException e) {
            throw new IOException(store + ExporterConfig.STORE_PASSWORD + " " + file + " cannot be read: " + e, e);
        }
    }
}
