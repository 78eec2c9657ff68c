package io.foreread.exporter.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads keystores and truststores. The content of a file shows whether it is a JKS or a PKCS12 file. Stateless. */
public final class KeyStoreFile {
    /** The first four bytes of a JKS file. */
    private static final int JKS_MAGIC = 0xFEEDFEED;

    private KeyStoreFile() {}

    /**
     * @param password null if the file has none
     * @throws IOException if the file cannot be read or the password is wrong
     */
    public static KeyStore load(Path file, char @Nullable [] password) throws IOException, GeneralSecurityException {
        byte[] bytes = Files.readAllBytes(file);
        boolean jks = bytes.length > 4 && ByteBuffer.wrap(bytes).getInt() == JKS_MAGIC;
        KeyStore store = KeyStore.getInstance(jks ? "JKS" : "PKCS12");
        store.load(new ByteArrayInputStream(bytes), password);
        return store;
    }

    /** Returns the certificates of all private keys. */
    public static List<X509Certificate> certificatesOfKeys(KeyStore store) throws GeneralSecurityException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (!store.isKeyEntry(alias)) continue;
            Certificate[] chain = store.getCertificateChain(alias);
            // A secret key has no certificates.
            if (chain == null) continue;
            for (Certificate certificate : chain)
                if (certificate instanceof X509Certificate) certificates.add((X509Certificate) certificate);
        }
        return certificates;
    }
}
