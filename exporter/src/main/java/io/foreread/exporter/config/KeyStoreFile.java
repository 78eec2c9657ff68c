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

    /**
     * Loads a file that must contain private keys or certificates. Without its password, a PKCS12 file opens, and its
     * certificates are missing.
     *
     * @param keys whether private keys are needed, otherwise certificates
     * @param password null if no setting has it
     * @throws IOException if the file cannot be read, the password is wrong, or no entry is of use
     */
    public static KeyStore load(Path file, char @Nullable [] password, boolean keys)
            throws IOException, GeneralSecurityException {
        if (keys && password == null)
            throw new IOException("cannot be used without its password, and the setting for the password is missing");
        KeyStore store = load(file, password);
        for (String alias : Collections.list(store.aliases()))
            if (keys
                    ? store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)
                    : store.getCertificate(alias) != null) return store;
        throw new IOException("contains no "
                + (keys ? "private key" : "certificate that Java trusts; create it with keytool -importcert")
                + (password == null
                        ? ". A PKCS12 file needs its password, and the setting for the password is missing"
                        : ""));
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
