package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.security.BasicAuth.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BasicAuthTest {
    /**
     * A bcrypt hash of this cost takes about 0.1 seconds, so about ten wrong passwords exhaust the budget of one address
     * (1 second). Even on a busy machine, where a hash takes longer, these passwords do not exhaust the budget of all
     * addresses together (2 seconds).
     */
    private static final int COST = 10;

    private static final String LINE = line("prometheus", "right", COST);

    @TempDir
    private Path directory;

    private Path file;
    private BasicAuth auth;

    @BeforeEach
    void open() throws IOException {
        file = directory.resolve("users");
        Files.writeString(file, LINE);
        auth = new BasicAuth(HttpConfig.of(Map.of(HttpSettings.USERS_FILE.key(), file.toString()), new ArrayList<>()));
    }

    @Test
    void wrongPasswordsOfOneAddressDoNotDelayTheFirstLoginFromAnother() throws IOException {
        exhaust("10.0.0.66");
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void wrongPasswordsDoNotDelayAdmittedCredentialsOfTheSameAddress() throws IOException {
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        exhaust("10.0.0.1");
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void wrongPasswordsOfManyAddressesDoNotDelayAdmittedCredentials() throws IOException {
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        int client = 0;
        while (check("prometheus", "wrong", "10.0.1." + client) != Verdict.RATE_LIMITED) client++;
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void changedFileKeepsLoginsOfUnchangedLinesAndForgetsOthers() throws IOException {
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        exhaust("10.0.0.1");
        reload(LINE + line("added", "x", 4), "added", "x");
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        reload(line("prometheus", "other", 4) + line("second", "y", 4), "second", "y");
        assertThat(check("prometheus", "right", "10.0.0.2")).isEqualTo(Verdict.UNAUTHORIZED);
    }

    /** Replaces the users file, and waits until the given user, who is only in the new file, is admitted. */
    private void reload(String lines, String user, String password) throws IOException {
        Files.writeString(file, lines);
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            auth.refresh();
            return check(user, password, "10.0.0.99") == Verdict.ADMITTED;
        });
    }

    private void exhaust(String client) throws IOException {
        while (check("prometheus", "wrong", client) != Verdict.RATE_LIMITED) {}
    }

    private Verdict check(String user, String password, String client) throws UnknownHostException {
        String header =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return auth.check(header, InetAddress.getByName(client));
    }

    private static String line(String user, String password, int cost) {
        return user + ":" + BCrypt.with(BCrypt.Version.VERSION_2Y).hashToString(cost, password.toCharArray()) + "\n";
    }
}
