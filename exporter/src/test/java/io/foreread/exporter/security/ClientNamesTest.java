package io.foreread.exporter.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientNamesTest {
    private static final String WITHOUT_ALTERNATIVES =
            """
            -----BEGIN CERTIFICATE-----
            MIIBUjCB+QIUYA31gC++s+uS2aojvc7T6No2bYEwCgYIKoZIzj0EAwIwLDEQMA4G
            A1UECgwHRXhhbXBsZTEYMBYGA1UEAwwPTm8gQWx0ZXJuYXRpdmVzMB4XDTI2MTEy
            NjAzMTU1NVoXDTM2MTEyMzAzMTU1NVowLDEQMA4GA1UECgwHRXhhbXBsZTEYMBYG
            A1UEAwwPTm8gQWx0ZXJuYXRpdmVzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
            mhtRbLztY4eM5D1qKNMzlCV42BUQph+skSkBDMjFlxPcBAB13rXxoUXzZpu2KmcS
            Bo9Uu8IboOJTMai6gxrvgjAKBggqhkjOPQQDAgNIADBFAiEAiIUTAqq47GC0YFYg
            tMU0OuZ18nttkH1e1QNYrIXGY7ECIF2EnE90hhCvX5lBqJa2z9SYFJ3HgSQdGQSy
            zxy+irlD
            -----END CERTIFICATE-----
            """;
    private static final String KEY_TYPE = "ECDHE_ECDSA";

    @TempDir
    private static Path directory;

    private static TestCertificates certificates;
    private static TrustManager[] authorities;

    @BeforeAll
    static void make() throws Exception {
        certificates = new TestCertificates(directory);
        certificates.make("ca", "EC", "-ext", "bc:c");
        certificates.make("client", "EC", "-signer", "ca");
        certificates.make("stranger", "EC", "-dname", "CN=client");
        certificates.make(
                "named",
                "EC",
                "-dname",
                "CN=One,O=group,CN=Two",
                "-ext",
                "san=dns:Host.Example.org,email:Ops@example.org,uri:spiffe://x/Prometheus,ip:10.0.0.7,oid:1.2.3.4");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("ca", certificates.certificate("ca"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        authorities = factory.getTrustManagers();
    }

    private static X509ExtendedTrustManager allowing(String name) {
        TrustManager[] limited = ClientNames.limit(authorities, Set.of(name));
        assertThat(limited).hasSameSizeAs(authorities);
        return (X509ExtendedTrustManager) limited[0];
    }

    private static X509Certificate[] chain(String name) throws Exception {
        return new X509Certificate[] {certificates.certificate(name)};
    }

    private interface Check {
        void of(X509ExtendedTrustManager manager, X509Certificate[] chain) throws CertificateException;
    }

    private static final Check[] OF_CLIENTS = {
        (manager, chain) -> manager.checkClientTrusted(chain, KEY_TYPE),
        (manager, chain) -> manager.checkClientTrusted(chain, KEY_TYPE, (Socket) null),
        (manager, chain) -> manager.checkClientTrusted(chain, KEY_TYPE, (SSLEngine) null)
    };
    private static final Check[] OF_SERVERS = {
        (manager, chain) -> manager.checkServerTrusted(chain, KEY_TYPE),
        (manager, chain) -> manager.checkServerTrusted(chain, KEY_TYPE, (Socket) null),
        (manager, chain) -> manager.checkServerTrusted(chain, KEY_TYPE, (SSLEngine) null)
    };

    @Test
    void aClientNeedsAnAllowedNameAndACertificateOfTheAuthorities() throws Exception {
        for (Check check : OF_CLIENTS) {
            check.of(allowing("client"), chain("client"));
            assertThatThrownBy(() -> check.of(allowing("other"), chain("client")))
                    .isInstanceOf(CertificateException.class)
                    .hasMessage("the certificate of the client has the names [127.0.0.1, client], none of"
                            + " http.tls.client-names");
            assertThatThrownBy(() -> check.of(allowing("client"), chain("stranger")))
                    .isInstanceOf(CertificateException.class);
        }
    }

    @Test
    void serversNeedNoAllowedName() throws Exception {
        for (Check check : OF_SERVERS) {
            check.of(allowing("other"), chain("client"));
            assertThatThrownBy(() -> check.of(allowing("client"), chain("stranger")))
                    .isInstanceOf(CertificateException.class);
        }
    }

    @Test
    void theAuthoritiesAreAnnouncedToClients() throws Exception {
        assertThat(allowing("client").getAcceptedIssuers()).isEqualTo(chain("ca"));
    }

    @Test
    void withoutAllowedNamesTheAuthoritiesDecide() {
        assertThat(ClientNames.limit(authorities, null)).isSameAs(authorities);
    }

    @Test
    void theNamesAreTheCommonNamesAndTheTextualAlternativesInLowerCase() throws Exception {
        assertThat(ClientNames.names(chain("named")[0]))
                .containsExactlyInAnyOrder(
                        "one", "two", "host.example.org", "ops@example.org", "spiffe://x/prometheus", "10.0.0.7");
    }

    @Test
    void aCertificateCanHaveNoAlternativeNames() throws Exception {
        X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(WITHOUT_ALTERNATIVES.getBytes(StandardCharsets.US_ASCII)));
        assertThat(certificate.getSubjectAlternativeNames()).isNull();
        assertThat(ClientNames.names(certificate)).containsExactly("no alternatives");
    }
}
