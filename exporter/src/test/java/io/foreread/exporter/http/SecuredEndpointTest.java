package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.security.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests TLS, client certificates and passwords over real sockets. */
class SecuredEndpointTest {
    @TempDir
    private static Path shared;

    private static TestCertificates certificates;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make() throws Exception {
        certificates = new TestCertificates(shared);
        certificates.make("ca", "EC", "-ext", "bc:c");
        certificates.make("server", "EC", "-signer", "ca");
        certificates.make("renewed", "RSA", "-signer", "ca");
        certificates.make("client", "EC", "-signer", "ca");
        certificates.make("other", "EC", "-signer", "ca");
        certificates.make("named", "EC", "-signer", "ca", "-ext", "san=dns:prometheus.example.org");
        certificates.make("stranger", "EC", "-dname", "CN=client");
        certificates.writeCertificate("ca", shared.resolve("ca.pem"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "renewed"})
    void servesTlsWithPemFiles(String name) throws Exception {
        try (Endpoint endpoint = new Endpoint(config(pem(name)))) {
            assertThat(endpoint.url()).startsWith("https://127.0.0.1:");
            HttpResponse<String> response = get(endpoint, client(null), "metrics");
            assertThat(response.body()).contains("foreread_build_info");
            assertThat(subject(response)).isEqualTo("CN=" + name);
            assertThat(response.sslSession().map(SSLSession::getProtocol)).contains("TLSv1.3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void servesTlsWithAKeystore(String type) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        char[] password = "s3cret".toCharArray();
        store.setKeyEntry("x", certificates.key("server"), password, new X509Certificate[] {
            (X509Certificate) certificates.certificate("server")
        });
        Path file = directory.resolve("store");
        try (var out = Files.newOutputStream(file)) {
            store.store(out, password);
        }
        Map<String, String> settings = Map.of(
                HttpSettings.KEYSTORE.key(),
                file.toString(),
                HttpSettings.KEYSTORE_PASSWORD.key(),
                write("password", "s3cret\n"));
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            HttpResponse<String> response = get(endpoint, client(null), "metrics");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(expiries(response.body()))
                    .containsExactly(Map.entry("certificate=\"endpoint\",subject=\"CN=server\"", expiry("server")));
        }
    }

    private static double expiry(String name) throws Exception {
        return ((X509Certificate) certificates.certificate(name))
                .getNotAfter()
                .toInstant()
                .getEpochSecond();
    }

    private static Map<String, Double> expiries(String metrics) {
        Map<String, Double> expiries = new HashMap<>();
        Matcher sample = Pattern.compile("(?m)^foreread_tls_certificate_expiry_timestamp_seconds\\{(.*),?\\} (\\S+)$")
                .matcher(metrics);
        while (sample.find()) expiries.put(sample.group(1).replaceFirst(",$", ""), Double.parseDouble(sample.group(2)));
        return expiries;
    }

    @Test
    void acceptsOnlyAllowedProtocols() throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.PROTOCOLS.key(), "TLSv1.2");
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            assertThat(get(endpoint, client(null), "metrics").sslSession().map(SSLSession::getProtocol))
                    .contains("TLSv1.2");
        }
    }

    /** A resumed handshake needs no signature of the node. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void resumesTheTlsSessionOfAClientThatConnectsAgain(String protocol) throws Exception {
        try (Endpoint endpoint = new Endpoint(config(pem("server")))) {
            SSLContext client = client(null).sslContext();
            // A resumed session has the values of the original one.
            connect(endpoint, client, protocol).putValue("original", true);

            assertThat(connect(endpoint, client, protocol).getValue("original")).isEqualTo(true);
            assertThat(connect(endpoint, client(null).sslContext(), protocol).getValue("original"))
                    .isNull();
        }
    }

    /** Sends a request on a new connection, and returns the session of this connection. */
    private static SSLSession connect(Endpoint endpoint, SSLContext client, String protocol) throws IOException {
        try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", endpoint.port())) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.getOutputStream()
                    .write("GET /live HTTP/1.1\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            // With TLS 1.3, the ticket for the next connection arrives before the response.
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("live");
            return socket.getSession();
        }
    }

    @Test
    void requiresAClientCertificateSignedByTheClientCa() throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.CLIENT_CA.key(), shared.resolve("ca.pem").toString());
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            assertThat(get(endpoint, client("client"), "metrics").statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(endpoint, client(null), "metrics")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(endpoint, client("stranger"), "metrics"))
                    .isInstanceOf(IOException.class);
            assertThat(get(endpoint, client("client"), "ready").statusCode()).isEqualTo(503);
            assertThat(expiries(get(endpoint, client("client"), "metrics").body()))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "certificate=\"endpoint\",subject=\"CN=server\"", expiry("server"),
                            "certificate=\"client_ca\",subject=\"CN=ca\"", expiry("ca")));
        }
    }

    @Test
    void acceptsOnlyClientsWithAnAllowedName() throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.CLIENT_CA.key(), shared.resolve("ca.pem").toString());
        settings.put(HttpSettings.CLIENT_NAMES.key(), "prometheus.example.org, CLIENT");
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            assertThat(get(endpoint, client("client"), "metrics").statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(endpoint, client("other"), "metrics")).isInstanceOf(IOException.class);
            assertThat(get(endpoint, client("named"), "metrics").statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(endpoint, client("stranger"), "metrics"))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void reloadsACertificateOnceItMatchesItsKey() throws Exception {
        Map<String, String> settings = pem("server");
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            assertThat(subject(get(endpoint, client(null), "metrics"))).isEqualTo("CN=server");
            // The certificate is replaced before the key, so for a while they do not match.
            certificates.writeCertificate("renewed", directory.resolve("new.pem"));
            Files.move(
                    directory.resolve("new.pem"), directory.resolve("server.crt"), StandardCopyOption.REPLACE_EXISTING);
            await().during(Duration.ofSeconds(6))
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> subject(get(endpoint, client(null), "metrics")).equals("CN=server"));
            assertThat(get(endpoint, client(null), "metrics").body()).contains(lastReload("certificates", 0));
            certificates.writeKey("renewed", directory.resolve("server.key"));
            await().atMost(Duration.ofSeconds(15))
                    .until(() -> subject(get(endpoint, client(null), "metrics")).equals("CN=renewed"));
            assertThat(get(endpoint, client(null), "metrics").body()).contains(lastReload("certificates", 1));
        }
    }

    /** If the connection did not end, a client that scrapes often would never receive the new certificate. */
    @Test
    void connectionEndsWithTheNextResponseAfterTheCertificateIsReplaced() throws Exception {
        Map<String, String> settings = pem("server");
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            HttpClient client = client(null);
            assertThat(subject(get(endpoint, client, "ready"))).isEqualTo("CN=server");
            certificates.writeCertificate("renewed", directory.resolve("server.crt"));
            certificates.writeKey("renewed", directory.resolve("server.key"));
            await().atMost(Duration.ofSeconds(15)).until(() -> get(endpoint, client, "ready")
                    .headers()
                    .firstValue("Connection")
                    .equals(Optional.of("close")));
            HttpResponse<String> next = get(endpoint, client, "ready");
            assertThat(subject(next)).isEqualTo("CN=renewed");
            assertThat(next.headers().firstValue("Connection")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/ready", "/live", "/nothing"})
    void everyPathRequiresAPassword(String path) throws Exception {
        try (Endpoint endpoint = new Endpoint(auth("prometheus:" + bcrypt("right")))) {
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
        try (Endpoint endpoint = new Endpoint(config(settings))) {
            assertThat(endpoint.get("/ready").statusCode()).isEqualTo(503);
            assertThat(endpoint.get("/live").statusCode()).isEqualTo(200);
            for (String other : List.of("/", "/metrics", "/nothing", "/live/x"))
                assertThat(endpoint.get(other).statusCode()).as(other).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @CsvSource({"prometheus,wrong", "nobody,right", "prometheus,''", "'',right"})
    void rejectsWrongPasswords(String user, String password) throws Exception {
        try (Endpoint endpoint = new Endpoint(auth("prometheus:" + bcrypt("right")))) {
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
        try (Endpoint endpoint = new Endpoint(auth("prometheus:" + bcrypt("right", 12)))) {
            for (int i = 0; i < 200; i++)
                assertThat(endpoint.get("/ready", "Authorization", basic("prometheus", "right"))
                                .statusCode())
                        .isEqualTo(503);
        }
    }

    @Test
    void wrongPasswordsAreLimitedAndDoNotLockOutAdmittedCredentials() throws Exception {
        ExecutorService attackers = Executors.newFixedThreadPool(8);
        try (Endpoint endpoint = new Endpoint(auth("prometheus:" + bcrypt("right", 12)))) {
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

    private static String metrics(Endpoint endpoint, String password) throws Exception {
        return endpoint.get("/metrics", "Authorization", basic("prometheus", password))
                .body();
    }

    private static String lastReload(String file, int successful) {
        return "foreread_config_last_reload_successful{file=\"" + file + "\"} " + successful;
    }

    @Test
    void reloadsTheUsersFileAndKeepsThePreviousUsersIfItIsInvalid() throws Exception {
        HttpConfig config = auth("prometheus:" + bcrypt("right"));
        Path users = config.file(HttpSettings.USERS_FILE);
        try (Endpoint endpoint = new Endpoint(config)) {
            assertThat(status(endpoint, "right")).isEqualTo(200);
            Files.writeString(users, "prometheus:plain\n");
            await().during(Duration.ofSeconds(6))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> status(endpoint, "right") == 200);
            assertThat(metrics(endpoint, "right")).contains(lastReload("users", 0));
            Files.writeString(users, "prometheus:" + bcrypt("other") + "\n");
            await().atMost(Duration.ofSeconds(15)).until(() -> status(endpoint, "other") == 200);
            assertThat(metrics(endpoint, "other"))
                    .contains(lastReload("users", 1))
                    .containsPattern(
                            "foreread_config_last_reload_success_timestamp_seconds\\{file=\"users\"} 1\\.\\d+E9");
            assertThat(status(endpoint, "right")).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http.tls.certificate,does not exist",
        "http.tls.key,is not the key of http.tls.certificate",
        "http.auth.users-file,is not user:hash"
    })
    void unusableFilesKeepTheEndpointClosed(String key, String why) throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.USERS_FILE.key(), write("users", "prometheus:" + bcrypt("right")));
        if (key.equals(HttpSettings.CERTIFICATE.key()))
            settings.put(key, directory.resolve("nothing").toString());
        if (key.equals(HttpSettings.KEY.key())) certificates.writeKey("stranger", directory.resolve("server.key"));
        if (key.equals(HttpSettings.USERS_FILE.key())) write("users", "prometheus");
        assertThatThrownBy(() -> new Endpoint(config(settings)))
                .isInstanceOf(EndpointException.class)
                .hasMessageStartingWith(key + ": " + settings.get(key))
                .hasMessageContaining(why);
    }

    @Test
    void invalidSettingsKeepTheEndpointClosed() {
        HttpConfig broken = HttpConfig.of(Map.of("http.tls.certificat", "/x"), new ArrayList<>());
        assertThatThrownBy(() -> new Endpoint(broken))
                .isInstanceOf(EndpointException.class)
                .hasMessageContaining("less protection");
    }

    private static int status(Endpoint endpoint, String password) throws IOException, InterruptedException {
        return endpoint.get("/metrics", "Authorization", basic("prometheus", password))
                .statusCode();
    }

    private static HttpConfig config(Map<String, String> settings) {
        List<String> problems = new ArrayList<>();
        HttpConfig config = HttpConfig.of(settings, problems);
        assertThat(problems).isEmpty();
        return config;
    }

    private HttpConfig auth(String line) throws IOException {
        return config(Map.of(HttpSettings.USERS_FILE.key(), write("users", line + "\n")));
    }

    private Map<String, String> pem(String name) throws Exception {
        certificates.writeCertificate(name, directory.resolve("server.crt"));
        certificates.writeKey(name, directory.resolve("server.key"));
        return new HashMap<>(Map.of(
                HttpSettings.CERTIFICATE.key(),
                directory.resolve("server.crt").toString(),
                HttpSettings.KEY.key(),
                directory.resolve("server.key").toString()));
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static String bcrypt(String password) {
        return bcrypt(password, 5);
    }

    private static String bcrypt(String password, int cost) {
        return at.favre.lib.crypto.bcrypt.BCrypt.with(at.favre.lib.crypto.bcrypt.BCrypt.Version.VERSION_2Y)
                .hashToString(cost, password.toCharArray());
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static String subject(HttpResponse<?> response) throws SSLException {
        SSLSession session = response.sslSession().orElseThrow();
        return ((X509Certificate) session.getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    private static HttpResponse<String> get(Endpoint endpoint, HttpClient client, String path)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(endpoint.url() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** @param name the name of the client certificate; null for none */
    private static HttpClient client(String name) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", certificates.certificate("ca"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys = null;
        if (name != null) {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry(name, certificates.key(name), new char[0], new X509Certificate[] {
                (X509Certificate) certificates.certificate(name)
            });
            keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, new char[0]);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
