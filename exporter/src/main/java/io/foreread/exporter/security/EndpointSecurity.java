package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.SecretFile;
import io.foreread.exporter.config.Setting;
import io.foreread.exporter.config.SettingProblems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files that secure the endpoint. The start, a reload of the configuration and {@code --check-config} use
 * this class, so that they find the same problems.
 */
public final class EndpointSecurity {
    private static final List<Setting<Path>> SECRETS = Collections.unmodifiableList(Arrays.asList(
            HttpSettings.KEY, HttpSettings.KEYSTORE, HttpSettings.KEYSTORE_PASSWORD, HttpSettings.USERS_FILE));

    private final List<String> problems = new ArrayList<>();
    private @Nullable EndpointTls tls;
    private @Nullable BasicAuth auth;

    private EndpointSecurity(HttpConfig config) {
        try {
            if (config.tls()) tls = new EndpointTls(config);
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        try {
            if (config.auth()) auth = new BasicAuth(config);
        } catch (IOException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }

    /** @throws IOException if a file cannot be used; the message says which and why */
    public static EndpointSecurity open(HttpConfig config) throws IOException {
        EndpointSecurity security = new EndpointSecurity(config);
        if (!security.problems.isEmpty()) throw new IOException(SettingProblems.text(security.problems));
        return security;
    }

    /**
     * Returns one line for each file that cannot be used. Invalid settings are not repeated.
     *
     * @param warnings receives a line for each file with a secret that others can read
     */
    public static List<String> problems(HttpConfig config, Consumer<String> warnings) {
        if (config.broken()) return Collections.emptyList();
        for (Setting<Path> secret : SECRETS) {
            Path file = config.file(secret);
            if (file != null && SecretFile.isReadableByOthers(file))
                warnings.accept(secret + ": " + file + " can be read by others; chmod 600 it");
        }
        return new EndpointSecurity(config).problems;
    }

    /** @return null if the endpoint uses HTTP without TLS */
    public @Nullable EndpointTls tls() {
        return tls;
    }

    /** @return null if no password is required */
    public @Nullable BasicAuth auth() {
        return auth;
    }
}
