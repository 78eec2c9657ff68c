package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the parameters that an engine of the endpoint gets for each connection. */
class EndpointTlsTest {
    private static final String OF_SERVERS = "TLS_AES_128_GCM_SHA256";
    private static final String OF_CLIENTS = "TLS_AES_256_GCM_SHA384";

    @TempDir
    private static Path directory;

    private static Map<String, String> settings;

    @BeforeAll
    static void make() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC");
        Path certificate = directory.resolve("server.crt");
        Path key = directory.resolve("server.key");
        certificates.writeCertificate("server", certificate);
        certificates.writeKey("server", key);
        settings =
                Map.of(HttpSettings.CERTIFICATE.key(), certificate.toString(), HttpSettings.KEY.key(), key.toString());
    }

    /** In a JVM of its own, because a JVM reads these properties once. */
    @Test
    void engineHasTheCipherSuitesOfServersAndNotThoseOfClients() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.tls.server.cipherSuites=" + OF_SERVERS,
                "-Djdk.tls.client.cipherSuites=" + OF_CLIENTS,
                "-cp",
                System.getProperty("java.class.path"),
                PrintCipherSuites.class.getName()));
        settings.forEach((key, value) -> command.add(key + "=" + value));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(printed.trim()).isEqualTo(OF_SERVERS);
    }

    /** Prints the cipher suites of an engine. Its arguments are settings of the endpoint. */
    static final class PrintCipherSuites {
        private PrintCipherSuites() {}

        public static void main(String[] arguments) throws Exception {
            Map<String, String> given = new HashMap<>();
            for (String setting : arguments) given.put(setting.split("=")[0], setting.split("=")[1]);
            System.out.println(
                    String.join(",", configured(new EndpointTls(config(given))).getCipherSuites()));
        }
    }

    @Test
    void engineOffersNoProtocolBeforeTls12() throws Exception {
        assertThat(configured(tls(Map.of())).getProtocols()).containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
    }

    @Test
    void engineChoosesTheCipherSuiteAndRequiresNoClientCertificateByDefault() throws Exception {
        SSLParameters parameters = configured(tls(Map.of()));
        assertThat(parameters.getUseCipherSuitesOrder()).isTrue();
        assertThat(parameters.getNeedClientAuth()).isFalse();
        assertThat(parameters.getWantClientAuth()).isFalse();
    }

    @Test
    void engineRequiresAClientCertificateWithAClientCa() throws Exception {
        EndpointTls tls = tls(Map.of(HttpSettings.CLIENT_CA.key(), settings.get(HttpSettings.CERTIFICATE.key())));
        assertThat(configured(tls).getNeedClientAuth()).isTrue();
    }

    private static SSLParameters configured(EndpointTls tls) {
        SSLEngine engine = tls.context().createSSLEngine();
        engine.setUseClientMode(false);
        engine.setSSLParameters(tls.parameters());
        return engine.getSSLParameters();
    }

    private static EndpointTls tls(Map<String, String> more) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(more);
        return new EndpointTls(config(all));
    }

    private static HttpConfig config(Map<String, String> given) {
        List<String> problems = new ArrayList<>();
        HttpConfig config = HttpConfig.of(given, problems);
        assertThat(problems).isEmpty();
        return config;
    }
}
