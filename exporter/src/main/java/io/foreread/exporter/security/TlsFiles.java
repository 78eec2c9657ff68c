package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.KeyStoreFile;
import io.foreread.exporter.config.OperatorFile;
import io.foreread.exporter.config.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Creates a TLS context from the configured files. A problem is reported as an {@link IOException} that names the file.
 */
final class TlsFiles {
    /** The password of keystores that exist in memory only. */
    private static final char[] NO_PASSWORD = {};

    private TlsFiles() {}

    static LoadedTls load(HttpConfig config) throws IOException {
        try {
            List<X509Certificate> chain = new ArrayList<>();
            List<X509Certificate> clientCas = clientCas(config);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    config.file(HttpSettings.KEYSTORE) == null
                            ? fromPem(config, chain).getKeyManagers()
                            : fromKeystore(config, chain).getKeyManagers(),
                    ClientNames.limit(trustManagers(clientCas), config.clientNames()),
                    null);
            return new LoadedTls(context, chain, clientCas);
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java does not support TLS: " + e, e);
        }
    }

    /** @param chain receives the certificates that the endpoint sends */
    private static KeyManagerFactory fromPem(HttpConfig config, List<X509Certificate> chain)
            throws IOException, GeneralSecurityException {
        chain.addAll(read(config, HttpSettings.CERTIFICATE, Pem::certificates));
        PublicKey publicKey = chain.get(0).getPublicKey();
        PrivateKey key = read(config, HttpSettings.KEY, file -> {
            PrivateKey read = Pem.privateKey(file, publicKey);
            // While both files are being replaced, they do not match for a moment.
            if (!fit(read, publicKey)) throw new IOException("is not the key of " + HttpSettings.CERTIFICATE);
            return read;
        });
        KeyStore store = emptyStore();
        store.setKeyEntry("endpoint", key, NO_PASSWORD, chain.toArray(new X509Certificate[0]));
        return keyManagers(store, NO_PASSWORD);
    }

    private static boolean fit(PrivateKey key, PublicKey publicKey) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm();
        Signature signature = Signature.getInstance(
                algorithm.equals("RSA") ? "SHA256withRSA" : algorithm.equals("EC") ? "SHA256withECDSA" : algorithm);
        byte[] text = "foreread".getBytes(StandardCharsets.US_ASCII);
        signature.initSign(key);
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(publicKey);
        signature.update(text);
        return signature.verify(signed);
    }

    /** @param chain receives the certificates of all keys, because the client determines which one is used */
    private static KeyManagerFactory fromKeystore(HttpConfig config, List<X509Certificate> chain) throws IOException {
        char[] password =
                Objects.requireNonNull(config.keystorePassword()).read().toCharArray();
        return read(config, HttpSettings.KEYSTORE, file -> {
            KeyStore store = KeyStoreFile.load(file, password);
            chain.addAll(KeyStoreFile.certificatesOfKeys(store));
            if (chain.isEmpty()) throw new IOException("contains no private key");
            return keyManagers(store, password);
        });
    }

    private static KeyManagerFactory keyManagers(KeyStore store, char[] password) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory;
    }

    /** @return the authorities; empty if clients need no certificate */
    private static List<X509Certificate> clientCas(HttpConfig config) throws IOException {
        return config.clientCertificates()
                ? read(config, HttpSettings.CLIENT_CA, Pem::certificates)
                : Collections.emptyList();
    }

    private static TrustManager[] trustManagers(List<X509Certificate> cas)
            throws IOException, GeneralSecurityException {
        if (cas.isEmpty()) return new TrustManager[0];
        KeyStore store = emptyStore();
        int number = 0;
        for (X509Certificate certificate : cas) store.setCertificateEntry("ca" + number++, certificate);
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }

    private static <T> T read(HttpConfig config, Setting<Path> setting, OperatorFile.Reading<T> reading)
            throws IOException {
        return OperatorFile.read(setting.key(), Objects.requireNonNull(config.file(setting)), reading);
    }
}
