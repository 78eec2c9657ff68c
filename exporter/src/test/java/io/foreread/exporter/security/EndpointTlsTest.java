package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.LoggedText;
import io.foreread.exporter.source.RecordingSink;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests TLS between engines of this JVM. SecuredEndpointTest uses sockets. */
class EndpointTlsTest {
    private static final String EXPIRY = "foreread_tls_certificate_expiry_timestamp_seconds";
    private static final String PASSWORD = "s3cret";

    @TempDir
    private static Path shared;

    private static TestCertificates certificates;

    @TempDir
    private Path directory;

    @BeforeAll
    static void make() throws Exception {
        certificates = new TestCertificates(shared);
        certificates.make("ca", "EC", "-ext", "bc:c");
        // A path length of 0 is the lowest value that marks a CA: getBasicConstraints returns it.
        String issuer = "bc:c=ca:true,pathlen:0";
        certificates.make("second", "EC", "-ext", issuer, "-validity", "30");
        certificates.make("renewed-ca", "EC", "-dname", "CN=second", "-ext", issuer, "-validity", "60");
        certificates.make("server", "EC", "-signer", "ca");
        certificates.make("renewed-server", "EC", "-dname", "CN=server", "-signer", "ca", "-validity", "365");
        certificates.make("rsa", "RSA", "-signer", "ca");
        certificates.make("edwards", "Ed25519", "-signer", "ca");
        certificates.make("client", "EC", "-signer", "ca");
        certificates.make("partner", "EC", "-signer", "second");
    }

    private Map<String, String> pem(String name) throws Exception {
        return certificates.writeServerFiles(name, directory);
    }

    private String bundle(String... names) throws Exception {
        StringBuilder text = new StringBuilder();
        for (String name : names)
            text.append(TestCertificates.pem(
                    "CERTIFICATE", certificates.certificate(name).getEncoded()));
        return Files.writeString(directory.resolve("cas.pem"), text).toString();
    }

    private Map<String, String> keystore(String type, KeyStore store) throws Exception {
        Path file = directory.resolve("store." + type);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        Path password = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        return Map.of(
                HttpSettings.KEYSTORE.key(),
                file.toString(),
                HttpSettings.KEYSTORE_PASSWORD.key(),
                password.toString());
    }

    private static KeyStore store(String type, String... names) throws Exception {
        return certificates.store(type, PASSWORD, names);
    }

    private static HttpConfig config(Map<String, String> settings) {
        List<String> problems = new ArrayList<>();
        HttpConfig config = HttpConfig.of(settings, problems);
        assertThat(problems).isEmpty();
        return config;
    }

    private static EndpointTls open(Map<String, String> settings) throws IOException {
        return new EndpointTls(config(settings));
    }

    /** Connects a client, and returns the session of the endpoint. */
    private static SSLSession connect(EndpointTls tls, SSLEngine client) throws SSLException {
        SSLEngine server = tls.context().createSSLEngine();
        server.setSSLParameters(tls.parameters());
        assertThat(new MemoryTls(client, server).shakeHands().send("metrics")).isEqualTo("metrics");
        return server.getSession();
    }

    /** @param names the certificate of the client, or none */
    private static SSLEngine client(String... names) throws Exception {
        return certificates.clientContext(names).createSSLEngine();
    }

    private static String certificateOf(SSLEngine client) throws SSLPeerUnverifiedException {
        return ((X509Certificate) client.getSession().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "rsa", "edwards"})
    void theCertificateOfThePemFilesIsSent(String name) throws Exception {
        EndpointTls tls = open(pem(name));
        SSLEngine client = client();
        assertThat(connect(tls, client).getProtocol()).isEqualTo("TLSv1.3");
        assertThat(certificateOf(client)).isEqualTo("CN=" + name);
        assertThat(RecordingSink.of(tls.expiry()).samples())
                .containsExactly(Map.entry(EXPIRY + "[endpoint, CN=" + name + "]", certificates.expirySeconds(name)));
    }

    /** By default, the JDK reads a store of either type as any type. */
    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void theTypeOfAKeystoreIsRecognized(String type) throws Exception {
        Map<String, String> settings = keystore(type, store(type, "server"));
        String before = Security.getProperty("keystore.type.compat");
        Security.setProperty("keystore.type.compat", "false");
        try {
            connect(open(settings), client());
        } finally {
            Security.setProperty("keystore.type.compat", before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void everyKeyOfAKeystoreIsOfferedAndItsTrustedCertificatesAreIgnored(String type) throws Exception {
        KeyStore store = store(type, "server", "rsa");
        store.setCertificateEntry("trusted", certificates.certificate("second"));
        EndpointTls tls = open(keystore(type, store));
        connect(tls, client());
        assertThat(RecordingSink.of(tls.expiry()).samples())
                .containsOnly(
                        Map.entry(EXPIRY + "[endpoint, CN=server]", certificates.expirySeconds("server")),
                        Map.entry(EXPIRY + "[endpoint, CN=rsa]", certificates.expirySeconds("rsa")));
    }

    @Test
    void aKeystoreWithoutAPrivateKeyCannotBeUsed() throws Exception {
        KeyStore store = store("PKCS12");
        store.setCertificateEntry("trusted", certificates.certificate("ca"));
        Map<String, String> settings = keystore("PKCS12", store);
        assertThatThrownBy(() -> open(settings))
                .isInstanceOf(IOException.class)
                .hasMessage(HttpSettings.KEYSTORE + ": " + settings.get(HttpSettings.KEYSTORE.key())
                        + " contains no private key");
    }

    @Test
    void aFileThatIsTooShortIsNoKeystore() throws Exception {
        Map<String, String> settings = keystore("PKCS12", store("PKCS12"));
        Path file = Path.of(settings.get(HttpSettings.KEYSTORE.key()));
        for (int bytes = 0; bytes < 6; bytes++) {
            Files.write(file, new byte[bytes]);
            assertThatThrownBy(() -> open(settings))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(HttpSettings.KEYSTORE + ": " + file)
                    .hasMessageNotContaining("BufferUnderflow");
        }
    }

    @Test
    void theKeyMustBeThatOfTheCertificate() throws Exception {
        Map<String, String> settings = pem("server");
        certificates.writeKey("client", directory.resolve("server.key"));
        assertThatThrownBy(() -> open(settings))
                .isInstanceOf(IOException.class)
                .hasMessage(HttpSettings.KEY + ": " + directory.resolve("server.key")
                        + " is not the key of http.tls.certificate");
    }

    @ParameterizedTest
    @CsvSource({"'', 'TLSv1.2,TLSv1.3'", "TLSv1.2, TLSv1.2", "'TLSv1.3,TLSv1.2', 'TLSv1.3,TLSv1.2'"})
    void theProtocolsAreTheConfiguredOnesOrBoth(String configured, String used) throws Exception {
        Map<String, String> settings = pem("server");
        if (!configured.isEmpty()) settings.put(HttpSettings.PROTOCOLS.key(), configured);
        EndpointTls tls = open(settings);
        assertThat(tls.parameters().getProtocols()).containsExactly(used.split(","));
        assertThat(tls.parameters().getUseCipherSuitesOrder()).isTrue();
        assertThat(tls.parameters().getNeedClientAuth()).isFalse();
        assertThat(connect(tls, client()).getProtocol()).isEqualTo(used.contains("3") ? "TLSv1.3" : "TLSv1.2");
    }

    @Test
    void clientsNeedACertificateOfOneOfTheAuthorities() throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.CLIENT_CA.key(), bundle("ca", "second"));
        EndpointTls tls = open(settings);
        assertThat(tls.parameters().getNeedClientAuth()).isTrue();
        for (String name : List.of("client", "partner"))
            assertThat(connect(tls, client(name)).getPeerCertificates())
                    .containsExactly(certificates.certificate(name));
        assertThatThrownBy(() -> connect(tls, client())).isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> connect(tls, client("renewed-ca"))).isInstanceOf(SSLException.class);
    }

    @Test
    void clientsNeedAnAllowedName() throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(HttpSettings.CLIENT_CA.key(), bundle("ca"));
        settings.put(HttpSettings.CLIENT_NAMES.key(), "Client");
        EndpointTls tls = open(settings);
        connect(tls, client("client"));
        assertThatThrownBy(() -> connect(tls, client("server"))).isInstanceOf(SSLException.class);
    }

    /** The JVM can send either certificate. */
    @Test
    void theEarlierExpiryOfTwoServerCertificatesWithTheSameSubjectIsExported() throws Exception {
        EndpointTls tls = open(keystore("PKCS12", store("PKCS12", "server", "renewed-server")));
        assertThat(RecordingSink.of(tls.expiry()).samples())
                .containsOnly(Map.entry(EXPIRY + "[endpoint, CN=server]", certificates.expirySeconds("server")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLaterExpiryOfTwoAuthoritiesWithTheSameSubjectIsExported(boolean renewedFirst) throws Exception {
        Map<String, String> settings = pem("server");
        settings.put(
                HttpSettings.CLIENT_CA.key(),
                renewedFirst ? bundle("renewed-ca", "second") : bundle("second", "renewed-ca"));
        assertThat(RecordingSink.of(open(settings).expiry()).samples())
                .containsOnly(
                        Map.entry(EXPIRY + "[endpoint, CN=server]", certificates.expirySeconds("server")),
                        Map.entry(EXPIRY + "[client_ca, CN=second]", certificates.expirySeconds("renewed-ca")));
    }

    @Test
    void changedFilesAreUsedOnceTheyFitAndFormerSessionsAreRecognized() throws Exception {
        EndpointTls tls = open(pem("server"));
        SSLEngine client = client();
        SSLSession session = connect(tls, client);
        assertThat(tls.isFormer(session)).isFalse();
        assertThat(tls.isFormer(client.getSession())).isFalse();

        certificates.writeCertificate("rsa", directory.resolve("server.crt"));
        assertThat(LoggedText.of(tls::refresh))
                .contains("keeps the previous certificates until this is fixed: http.tls.key: ");
        assertThat(tls.reload().successful()).isFalse();
        SSLEngine second = client();
        connect(tls, second);
        assertThat(certificateOf(second)).isEqualTo("CN=server");
        assertThat(tls.isFormer(session)).isFalse();

        certificates.writeKey("rsa", directory.resolve("server.key"));
        assertThat(LoggedText.of(tls::refresh)).contains("has reloaded its certificates");
        assertThat(tls.reload().successful()).isTrue();
        SSLEngine third = client();
        assertThat(tls.isFormer(connect(tls, third))).isFalse();
        assertThat(certificateOf(third)).isEqualTo("CN=rsa");
        assertThat(tls.isFormer(session)).isTrue();
    }

    @Test
    void theContextIsThatOfTheCurrentFiles() throws Exception {
        EndpointTls tls = open(pem("server"));
        SSLContext context = tls.context();
        assertThat(context.getProtocol()).isEqualTo("TLS");
        assertThat(context.createSSLEngine("node", 9507).getPeerHost()).isEqualTo("node");
        assertThat(context.getDefaultSSLParameters().getProtocols()).contains("TLSv1.3");
        assertThat(context.getSupportedSSLParameters().getProtocols()).contains("TLSv1.3");
        assertThat(context.getSocketFactory().getSupportedCipherSuites()).isNotEmpty();
        assertThat(context.getServerSocketFactory().getSupportedCipherSuites()).isNotEmpty();
        Object servers = context.getServerSessionContext();
        Object clients = context.getClientSessionContext();
        assertThat(context.getServerSessionContext()).isSameAs(servers);
        assertThat(context.getClientSessionContext()).isSameAs(clients).isNotSameAs(servers);
        pem("rsa");
        tls.refresh();
        assertThat(context.getServerSessionContext()).isNotNull().isNotSameAs(servers);
        assertThat(context.getClientSessionContext()).isNotNull().isNotSameAs(clients);
        assertThatThrownBy(() -> context.init(null, null, null)).isInstanceOf(KeyManagementException.class);
    }
}
