package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.foreread.exporter.config.HttpSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests passwords over real sockets. */
class PasswordEndpointTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/ready", "/live", "/nothing"})
    void everyPathRequiresAPassword(String path) throws Exception {
        try (Endpoint endpoint = auth("prometheus:" + bcrypt("right"))) {
            HttpResponse<String> none = endpoint.get(path);
            assertThat(none.statusCode()).isEqualTo(401);
            assertThat(none.headers().firstValue("WWW-Authenticate"))
                    .contains("Basic realm=\"foreread\", charset=\"UTF-8\"");
            assertThat(endpoint.get(path, "Authorization", basic("prometheus", "right"))
                            .statusCode())
                    .isNotEqualTo(401);
        }
    }

    @Test
    void probesNeedNoPasswordIfTheSettingAllowsIt() throws Exception {
        Map<String, String> settings = Map.of(
                HttpSettings.USERS_FILE.key(),
                write("users", "prometheus:" + bcrypt("right") + "\n"),
                HttpSettings.PROBES_WITHOUT_LOGIN.key(),
                "true");
        try (Endpoint endpoint = Endpoint.with(settings)) {
            assertThat(endpoint.get("/ready").statusCode()).isEqualTo(503);
            assertThat(endpoint.get("/live").statusCode()).isEqualTo(200);
            for (String other : List.of("/", "/metrics", "/nothing", "/live/x"))
                assertThat(endpoint.get(other).statusCode()).as(other).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @CsvSource({"prometheus,wrong", "nobody,right", "prometheus,''", "'',right"})
    void rejectsWrongPasswords(String user, String password) throws Exception {
        try (Endpoint endpoint = auth("prometheus:" + bcrypt("right"))) {
            assertThat(endpoint.get("/metrics", "Authorization", basic(user, password))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(endpoint.get("/metrics", "Authorization", "Basic %%%").statusCode())
                    .isEqualTo(401);
            assertThat(endpoint.get("/metrics", "Authorization", "Bearer x").statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void passwordOfASuccessfulLoginIsNotHashedAgain() throws Exception {
        // A bcrypt hash of cost 12 takes about 0.4 seconds, so the hash budget allows far fewer than 200 hashes.
        try (Endpoint endpoint = auth("prometheus:" + bcrypt("right", 12))) {
            for (int i = 0; i < 200; i++)
                assertThat(endpoint.get("/ready", "Authorization", basic("prometheus", "right"))
                                .statusCode())
                        .isEqualTo(503);
        }
    }

    @Test
    void wrongPasswordsAreLimitedAndDoNotLockOutAdmittedCredentials() throws Exception {
        ExecutorService attackers = Executors.newFixedThreadPool(8);
        try (Endpoint endpoint = auth("prometheus:" + bcrypt("right", 12))) {
            String known = basic("prometheus", "right");
            assertThat(endpoint.get("/metrics", "Authorization", known).statusCode())
                    .isEqualTo(200);
            List<Callable<Integer>> guesses = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                String guess = basic("prometheus", "guess" + i);
                guesses.add(
                        () -> endpoint.get("/metrics", "Authorization", guess).statusCode());
            }
            List<Integer> codes = new ArrayList<>();
            for (Future<Integer> code : attackers.invokeAll(guesses)) codes.add(code.get());
            assertThat(codes).containsOnly(401, 429);
            assertThat(codes).filteredOn(code -> code == 401).hasSizeLessThan(60);
            assertThat(endpoint.get("/metrics", "Authorization", known).statusCode())
                    .isEqualTo(200);
        } finally {
            attackers.shutdownNow();
        }
    }

    @Test
    void reloadsTheUsersFileAndKeepsThePreviousUsersIfItIsInvalid() throws Exception {
        Path users = directory.resolve("users");
        try (Endpoint endpoint = auth("prometheus:" + bcrypt("right"))) {
            assertThat(status(endpoint, "right")).isEqualTo(200);
            Files.writeString(users, "prometheus:plain\n");
            await().during(Duration.ofSeconds(6))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> status(endpoint, "right") == 200);
            assertThat(metrics(endpoint, "right")).contains(lastReload(0));
            Files.writeString(users, "prometheus:" + bcrypt("other") + "\n");
            await().atMost(Duration.ofSeconds(15)).until(() -> status(endpoint, "other") == 200);
            assertThat(metrics(endpoint, "other"))
                    .contains(lastReload(1))
                    .containsPattern(
                            "foreread_config_last_reload_success_timestamp_seconds\\{file=\"users\"} 1\\.\\d+E9");
            assertThat(status(endpoint, "right")).isEqualTo(401);
        }
    }

    private static String metrics(Endpoint endpoint, String password) throws Exception {
        return endpoint.get("/metrics", "Authorization", basic("prometheus", password))
                .body();
    }

    private static String lastReload(int successful) {
        return "foreread_config_last_reload_successful{file=\"users\"} " + successful;
    }

    private static int status(Endpoint endpoint, String password) throws IOException, InterruptedException {
        return endpoint.get("/metrics", "Authorization", basic("prometheus", password))
                .statusCode();
    }

    /** @param line the users file */
    private Endpoint auth(String line) throws IOException {
        return Endpoint.with(Map.of(HttpSettings.USERS_FILE.key(), write("users", line + "\n")));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    static String bcrypt(String password) {
        return bcrypt(password, 5);
    }

    private static String bcrypt(String password, int cost) {
        return BCrypt.with(BCrypt.Version.VERSION_2Y).hashToString(cost, password.toCharArray());
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
