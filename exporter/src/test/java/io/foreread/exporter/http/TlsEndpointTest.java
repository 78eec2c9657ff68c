package io.foreread.exporter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.foreread.exporter.config.HttpSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests TLS, client certificates and the replacement of certificates over real sockets. */
class TlsEndpointTest {
    @TempDir
    private static Path shared;

    private static EndpointCertificates certificates;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make() throws Exception {
        certificates = new EndpointCertificates(shared);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "renewed"})
    void servesTlsWithPemFiles(String name) throws Exception {
        try (Endpoint endpoint = Endpoint.with(pem(name))) {
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
        Path file = directory.resolve("store");
        try (var out = Files.newOutputStream(file)) {
            certificates.store(type, "server", "s3cret").store(out, "s3cret".toCharArray());
        }
        Map<String, String> settings = Map.of(
                HttpSettings.KEYSTORE.key(),
                file.toString(),
                HttpSettings.KEYSTORE_PASSWORD.key(),
                write("password", "s3cret\n"));
        try (Endpoint endpoint = Endpoint.with(settings)) {
            HttpResponse<String> response = get(endpoint, client(null), "metrics");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(expiries(response.body()))
                    .containsExactly(
                            Map.entry("certificate=\"endpoint\",subject=\"CN=server\"", certificates.expiry("server")));
        }
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
        try (Endpoint endpoint = Endpoint.with(settings)) {
            assertThat(get(endpoint, client(null), "metrics").sslSession().map(SSLSession::getProtocol))
                    .contains("TLSv1.2");
        }
    }

    /** A resumed handshake needs no signature of the node. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void resumesTheTlsSessionOfAClientThatConnectsAgain(String protocol) throws Exception {
        try (Endpoint endpoint = Endpoint.with(pem("server"))) {
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
        settings.put(HttpSettings.CLIENT_CA.key(), certificates.ca());
        try (Endpoint endpoint = Endpoint.with(settings)) {
            assertThat(get(endpoint, client("client"), "metrics").statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(endpoint, client(null), "metrics")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(endpoint, client("stranger"), "metrics"))
                    .isInstanceOf(IOException.class);
            assertThat(get(endpoint, client("client"), "ready").statusCode()).isEqualTo(503);
            assertThat(expiries(get(endpoint, client("client"), "metrics").body()))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "certificate=\"endpoint\",subject=\"CN=server\"", certificates.expiry("server"),
                            "certificate=\"client_ca\",subject=\"CN=ca\"", certificates.expiry("ca")));
        }
    }

    @Test
    void acceptsOnlyClientsWithAnAllowedName() throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.CLIENT_CA.key(), certificates.ca());
        settings.put(HttpSettings.CLIENT_NAMES.key(), "prometheus.example.org, CLIENT");
        try (Endpoint endpoint = Endpoint.with(settings)) {
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
        try (Endpoint endpoint = Endpoint.with(settings)) {
            assertThat(subject(get(endpoint, client(null), "metrics"))).isEqualTo("CN=server");
            // The certificate is replaced before the key, so for a while they do not match.
            certificates.writeCertificate("renewed", directory.resolve("new.pem"));
            Files.move(
                    directory.resolve("new.pem"), directory.resolve("server.crt"), StandardCopyOption.REPLACE_EXISTING);
            await().during(Duration.ofSeconds(6))
                    .atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> subject(get(endpoint, client(null), "metrics")).equals("CN=server"));
            assertThat(get(endpoint, client(null), "metrics").body()).contains(lastReload(0));
            certificates.writeKey("renewed", directory.resolve("server.key"));
            await().atMost(Duration.ofSeconds(15))
                    .until(() -> subject(get(endpoint, client(null), "metrics")).equals("CN=renewed"));
            assertThat(get(endpoint, client(null), "metrics").body()).contains(lastReload(1));
        }
    }

    /** If the connection did not end, a client that scrapes often would never receive the new certificate. */
    @Test
    void connectionEndsWithTheNextResponseAfterTheCertificateIsReplaced() throws Exception {
        Map<String, String> settings = pem("server");
        try (Endpoint endpoint = Endpoint.with(settings)) {
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

    private static String lastReload(int successful) {
        return "foreread_config_last_reload_successful{file=\"certificates\"} " + successful;
    }

    private Map<String, String> pem(String name) throws Exception {
        return certificates.pem(name, directory);
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static HttpClient client(String name) throws Exception {
        return certificates.client(name);
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
}
