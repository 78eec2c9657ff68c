package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import at.favre.lib.crypto.bcrypt.BCrypt;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.LoggedText;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BasicAuthTest {
    /**
     * A bcrypt hash of this cost uses about 0.1 seconds of CPU time, so about ten wrong passwords exhaust the budget of one
     * address (1 second), but not the budget of all addresses together (2 seconds).
     */
    private static final int COST = 10;

    /** More passwords than the budget of all addresses. */
    private static final int MAX_TRIES = 60;

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
        for (int client = 0; check("prometheus", "wrong", "10.0.1." + client) != Verdict.RATE_LIMITED; client++)
            assertThat(client).isLessThan(MAX_TRIES);
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

    @Test
    void requestsThatWaitForTheSameLoginAreAdmitted() throws Exception {
        FutureTask<Verdict> other = new FutureTask<>(() -> check("prometheus", "right", "10.0.0.1"));
        new Thread(other).start();
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo(Verdict.ADMITTED);
    }

    /** A scraper with many targets has many first logins at the same time. */
    @Test
    void concurrentFirstLoginsOfOneClientAreAdmitted() throws Exception {
        Files.writeString(file, line("slow", "right", 12));
        auth.refresh();
        assertThat(concurrently(12, i -> check("slow", "right", "10.0.0.1"))).containsOnly(Verdict.ADMITTED);
    }

    @Test
    void concurrentLoginsWithDifferentPasswordsAreLimited() throws Exception {
        Files.writeString(file, line("slow", "right", 12));
        auth.refresh();
        assertThat(concurrently(12, i -> check("slow", "wrong" + i, "10.0.0.1")))
                .contains(Verdict.RATE_LIMITED);
    }

    private interface Check {
        Verdict of(int request) throws IOException;
    }

    private static List<Verdict> concurrently(int requests, Check check) throws Exception {
        List<FutureTask<Verdict>> tasks = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            int request = i;
            tasks.add(new FutureTask<>(() -> check.of(request)));
        }
        tasks.forEach(task -> new Thread(task).start());
        List<Verdict> verdicts = new ArrayList<>();
        for (FutureTask<Verdict> task : tasks) verdicts.add(task.get(60, TimeUnit.SECONDS));
        return verdicts;
    }

    @Test
    void onlyValidBasicCredentialsOfAUserAreAdmitted() throws IOException {
        String right = encoded("prometheus:right");
        for (String header : List.of("Basic " + right, "basic " + right, "BASIC   " + right + " "))
            assertThat(verdict(header)).as(header).isEqualTo(Verdict.ADMITTED);
        for (String header : List.of(
                "",
                "Basic",
                "Basic ",
                "Basic %%%",
                "Bearer " + right,
                right,
                "Basic " + encoded("prometheus"),
                "Basic " + encoded("prometheus:"),
                "Basic " + encoded(":right"),
                "Basic " + encoded("nobody:right")))
            assertThat(verdict(header)).as(header).isEqualTo(Verdict.UNAUTHORIZED);
        assertThat(verdict(null)).isEqualTo(Verdict.UNAUTHORIZED);
    }

    @Test
    void anOversizedHeaderIsNotDecoded() throws IOException {
        String right = encoded("prometheus:right");
        String padding = " ".repeat(4096 - "Basic ".length() - right.length());
        assertThat(verdict("Basic " + padding + right)).isEqualTo(Verdict.ADMITTED);
        assertThat(verdict("Basic " + padding + " " + right)).isEqualTo(Verdict.UNAUTHORIZED);
    }

    @Test
    void aColonIsPartOfThePassword() throws IOException {
        Files.writeString(file, line("a", "b:c", 4) + "\n# the end\n");
        auth.refresh();
        assertThat(check("a", "b:c", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void aByteOrderMarkIsNotPartOfTheFirstUser() throws IOException {
        Files.writeString(file, "\uFEFF" + line("first", "x", 4));
        auth.refresh();
        assertThat(check("first", "x", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void onlyTheLatestLoginsAreCached() throws IOException {
        StringBuilder lines = new StringBuilder(LINE);
        for (int i = 0; i < 65; i++) lines.append(line("user" + i, "x", 4));
        Files.writeString(file, lines);
        auth.refresh();
        for (int i = 0; i < 65; i++)
            assertThat(check("user" + i, "x", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        exhaust("10.0.0.1");
        assertThat(check("user0", "x", "10.0.0.1")).isEqualTo(Verdict.RATE_LIMITED);
        for (int i = 1; i < 65; i++)
            assertThat(check("user" + i, "x", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
    }

    @Test
    void theStateOfTheFileIsReportedAndTheUsersStayIfItIsInvalid() throws IOException {
        assertThat(auth.reload().successful()).isTrue();
        Files.writeString(file, "nobody\n");
        assertThat(LoggedText.of(auth::refresh))
                .contains("keeps the previous users until this is fixed: http.auth.users-file: " + file);
        assertThat(auth.reload().successful()).isFalse();
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.ADMITTED);
        Files.writeString(file, line("other", "x", 4));
        assertThat(LoggedText.of(auth::refresh)).contains("has reloaded its users");
        assertThat(auth.reload().successful()).isTrue();
        assertThat(check("prometheus", "right", "10.0.0.1")).isEqualTo(Verdict.UNAUTHORIZED);
    }

    private Verdict verdict(String header) throws UnknownHostException {
        return auth.check(header, InetAddress.getByName("10.0.0.1"));
    }

    private static String encoded(String credentials) {
        return Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
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
        for (int tries = 0; tries < MAX_TRIES; tries++)
            if (check("prometheus", "wrong", client) == Verdict.RATE_LIMITED) return;
        throw new AssertionError("no password of " + client + " is refused");
    }

    private Verdict check(String user, String password, String client) throws UnknownHostException {
        return auth.check("Basic " + encoded(user + ":" + password), InetAddress.getByName(client));
    }

    private static String line(String user, String password, int cost) {
        return user + ":" + BCrypt.with(BCrypt.Version.VERSION_2Y).hashToString(cost, password.toCharArray()) + "\n";
    }
}
