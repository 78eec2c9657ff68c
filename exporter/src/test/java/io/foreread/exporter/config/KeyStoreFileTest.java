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
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
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
            KeyStore store = KeyStore.getInstance(type);
            store.load(null, PASSWORD);
            assertThat(KeyStoreFile.load(write(store), PASSWORD).getType()).isEqualTo(type);
        }
    }

    @Test
    void aWrongPasswordIsAnError() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        Path file = write(store);
        assertThatThrownBy(() -> KeyStoreFile.load(file, "wrong".toCharArray())).isInstanceOf(IOException.class);
    }

    private Path write(KeyStore store) throws Exception {
        Path file = directory.resolve("keystore." + store.getType());
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD);
        }
        return file;
    }
}
