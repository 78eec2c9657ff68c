package io.foreread.exporter.jmx;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Configures truststore and keystore for JMX over TLS. */
public final class JmxTls {
    private JmxTls() {}

    /**
     * Sets the stores for the whole process, because the RMI stub of a node has a socket factory that uses the defaults
     * of the process.
     *
     * @param trustStore the trusted certificates; null for those of this Java
     * @param keyStore the certificate for nodes that require one; null for none
     * @throws IOException if a store cannot be used; the message says which and why
     */
    public static void install(
            @Nullable Path trustStore,
            @Nullable String trustPassword,
            @Nullable Path keyStore,
            @Nullable String keyPassword)
            throws IOException {
        try {
            TrustManager[] trust = null;
            if (trustStore != null) {
                TrustManagerFactory factory =
                        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                factory.init(load(trustStore, trustPassword));
                trust = factory.getTrustManagers();
            }
            KeyManager[] keys = null;
            if (keyStore != null) {
                KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                factory.init(load(keyStore, keyPassword), keyPassword == null ? null : keyPassword.toCharArray());
                keys = factory.getKeyManagers();
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            SSLContext.setDefault(context);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot set up TLS: " + e.getMessage(), e);
        }
    }

    private static KeyStore load(Path file, @Nullable String password) throws IOException, GeneralSecurityException {
        // The type JKS also reads PKCS12 files.
        KeyStore store = KeyStore.getInstance(file.toString().endsWith(".p12") ? "PKCS12" : "JKS");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, password == null ? null : password.toCharArray());
        } catch (NoSuchFileException e) {
            throw new IOException("key store " + file + " does not exist", e);
        } catch (IOException e) {
            throw new IOException("key store " + file + " cannot be read: " + e.getMessage(), e);
        }
        return store;
    }
}
