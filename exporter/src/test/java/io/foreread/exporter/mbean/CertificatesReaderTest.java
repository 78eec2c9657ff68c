package io.foreread.exporter.mbean;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.security.TestCertificates;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificatesReaderTest {
    @TempDir
    private static Path directory;

    private static TestCertificates certificates;

    private final StubNode node = new StubNode();

    /** Has the fields of Cassandra's {@code EncryptionOptions} that {@link CertificatesReader} reads. */
    @SuppressWarnings("unused") // read by reflection
    private static class Options {
        final String keystore = certificates.store().toString();
        final String keystore_password = TestCertificates.PASSWORD;
        protected Boolean enabled;
        Factory ssl_context_factory;

        Options(Boolean enabled) {
            this.enabled = enabled;
        }
    }

    @SuppressWarnings("unused") // read by reflection
    private static final class ServerOptions extends Options {
        final String internode_encryption;

        ServerOptions(String encryption) {
            super(null);
            internode_encryption = encryption;
        }
    }

    @SuppressWarnings("unused") // read by reflection
    private static final class Factory {
        final String class_name;

        Factory(String name) {
            class_name = name;
        }
    }

    @BeforeAll
    static void make() throws Exception {
        certificates = new TestCertificates(directory);
        certificates.make("node", "EC");
    }

    private Map<String, Double> recorded(Map<String, Object> configuration) {
        return node.recorded(new CertificatesReader(configuration::get));
    }

    @Test
    void exportsTheExpiryOfTheClientAndInternodeCertificates() throws Exception {
        double expiry = certificates.expirySeconds("node");
        assertThat(recorded(Map.of(
                        "getNativeProtocolEncryptionOptions", new Options(true),
                        "getInternodeMessagingEncyptionOptions", new ServerOptions("all"))))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "cassandra_tls_certificate_expiry_timestamp_seconds[client, CN=node]", expiry,
                        "cassandra_tls_certificate_expiry_timestamp_seconds[internode, CN=node]", expiry));
    }

    @Test
    void readsTheEncryptionOptionsOfCassandra311() {
        assertThat(recorded(Map.of("getClientEncryptionOptions", new Options(true))))
                .containsOnlyKeys("cassandra_tls_certificate_expiry_timestamp_seconds[client, CN=node]");
    }

    @Test
    void keystoresThatAreNotUsedAreNotRead() {
        Options pem = new Options(true);
        pem.ssl_context_factory = new Factory("org.apache.cassandra.security.PEMBasedSslContextFactory");
        assertThat(recorded(Map.of(
                        "getNativeProtocolEncryptionOptions",
                        pem,
                        "getInternodeMessagingEncyptionOptions",
                        new ServerOptions("none"))))
                .isEmpty();
        assertThat(recorded(Map.of("getClientEncryptionOptions", new Options(false))))
                .isEmpty();
        assertThat(recorded(Map.of())).isEmpty();
    }
}
