package io.foreread.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.foreread.exporter.security.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyStoreFileTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private Path directory;

    @Test
    void aSecretKeyHasNoCertificates() throws Exception {
        KeyStore store = empty("PKCS12");
        store.setEntry(
                "secret",
                new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(PASSWORD));
        KeyStore read = KeyStoreFile.load(write(store), PASSWORD);
        assertThat(read.isKeyEntry("secret")).isTrue();
        assertThat(KeyStoreFile.certificatesOfKeys(read)).isEmpty();
    }

    @Test
    void onlyTheCertificatesOfPrivateKeysAreReturned() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("node", "EC");
        certificates.make("peer", "EC");
        KeyStore store = certificates.store("PKCS12", TestCertificates.PASSWORD, "node");
        store.setCertificateEntry("peer", certificates.certificate("peer"));
        assertThat(KeyStoreFile.certificatesOfKeys(store)).containsExactly(certificates.certificate("node"));
    }

    @Test
    void theContentShowsTheTypeOfAFile() throws Exception {
        for (String type : new String[] {"JKS", "PKCS12"}) {
            assertThat(KeyStoreFile.load(write(empty(type)), PASSWORD).getType())
                    .isEqualTo(type);
        }
    }

    @Test
    void aWrongPasswordIsAnError() throws Exception {
        KeyStore store = empty("PKCS12");
        Path file = write(store);
        assertThatThrownBy(() -> KeyStoreFile.load(file, "wrong".toCharArray())).isInstanceOf(IOException.class);
    }

    @Test
    void aStoreIsAcceptedForWhatItContains() throws Exception {
        Path keys = write(keys());
        Path certificates = write(trusted("JKS"));
        assertThat(KeyStoreFile.load(keys, PASSWORD, true).isKeyEntry("node")).isTrue();
        assertThat(KeyStoreFile.load(certificates, PASSWORD, false).isCertificateEntry("trusted"))
                .isTrue();
    }

    @Test
    void aStoreWithoutTheNeededEntriesIsAnError() throws Exception {
        Path certificates = write(trusted("PKCS12"));
        assertThatThrownBy(() -> KeyStoreFile.load(certificates, PASSWORD, true))
                .isInstanceOf(IOException.class)
                .hasMessage("contains no private key");
        Path nothing = write(empty("JKS"));
        assertThatThrownBy(() -> KeyStoreFile.load(nothing, PASSWORD, false))
                .isInstanceOf(IOException.class)
                .hasMessage("contains no certificate that Java trusts; create it with keytool -importcert");
    }

    @Test
    void aKeystoreIsNotUsedWithoutItsPassword() throws Exception {
        Path keys = write(keys());
        assertThatThrownBy(() -> KeyStoreFile.load(keys, null, true))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot be used without its password, and the setting for the password is missing");
    }

    @Test
    void onlyAJksTruststoreCanBeReadWithoutItsPassword() throws Exception {
        Path jks = write(trusted("JKS"));
        assertThat(KeyStoreFile.load(jks, null, false).isCertificateEntry("trusted"))
                .isTrue();
        Path pkcs12 = write(trusted("PKCS12"));
        assertThatThrownBy(() -> KeyStoreFile.load(pkcs12, null, false))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith(
                        ". A PKCS12 file needs its password, and the setting for the password is missing");
    }

    private static KeyStore empty(String type) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, PASSWORD);
        return store;
    }

    private KeyStore keys() throws Exception {
        return certificates().store("PKCS12", TestCertificates.PASSWORD, "node");
    }

    private KeyStore trusted(String type) throws Exception {
        KeyStore store = empty(type);
        store.setCertificateEntry("trusted", certificates().certificate("node"));
        return store;
    }

    private TestCertificates certificates() throws Exception {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.make("node", "EC");
        return certificates;
    }

    private Path write(KeyStore store) throws Exception {
        Path file = directory.resolve("keystore." + store.getType());
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD);
        }
        return file;
    }
}
