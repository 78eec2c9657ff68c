package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cipher suites of the engines in a JVM of its own, because a JVM reads their properties once. */
class EndpointCipherSuitesTest {
    private static final String OF_SERVERS = "TLS_AES_128_GCM_SHA256";
    private static final String OF_CLIENTS = "TLS_AES_256_GCM_SHA384";

    @TempDir
    private Path directory;

    @Test
    void engineHasTheCipherSuitesOfServersAndNotThoseOfClients() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("server", "EC");
        Map<String, String> settings = certificates.writeServerFiles("server", directory);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.tls.server.cipherSuites=" + OF_SERVERS,
                        "-Djdk.tls.client.cipherSuites=" + OF_CLIENTS,
                        "-cp",
                        System.getProperty("java.class.path"),
                        PrintCipherSuites.class.getName(),
                        settings.get(HttpSettings.CERTIFICATE.key()),
                        settings.get(HttpSettings.KEY.key()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(printed.trim()).isEqualTo(OF_SERVERS);
    }

    /** Prints the cipher suites of an engine. Its arguments are the files of the certificate and its key. */
    static final class PrintCipherSuites {
        private PrintCipherSuites() {}

        public static void main(String[] arguments) throws Exception {
            EndpointTls tls = new EndpointTls(HttpConfig.of(
                    Map.of(HttpSettings.CERTIFICATE.key(), arguments[0], HttpSettings.KEY.key(), arguments[1]),
                    new ArrayList<>()));
            SSLEngine engine = tls.context().createSSLEngine();
            engine.setUseClientMode(false);
            engine.setSSLParameters(tls.parameters());
            System.out.println(String.join(",", engine.getSSLParameters().getCipherSuites()));
        }
    }
}
