package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.config.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Creates a TLS context from the configured files. Problems are an {@link IOException} that names the file. */
final class TlsFiles {
    private static final int JKS_MAGIC = 0xFEEDFEED;
    /** For stores that exist in memory only. */
    private static final char[] NO_PASSWORD = {};

    private TlsFiles() {}

    static SSLContext context(HttpConfig config) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    config.file(HttpSettings.KEYSTORE) == null
                            ? fromPem(config).getKeyManagers()
                            : fromKeystore(config).getKeyManagers(),
                    clientCa(config),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java does not support TLS: " + e, e);
        }
    }

    private static KeyManagerFactory fromPem(HttpConfig config) throws IOException, GeneralSecurityException {
        List<X509Certificate> chain = read(config, HttpSettings.CERTIFICATE, Pem::certificates);
        PublicKey publicKey = chain.get(0).getPublicKey();
        PrivateKey key = read(config, HttpSettings.KEY, file -> {
            PrivateKey read = Pem.privateKey(file, publicKey);
            // The files do not match for a moment while both are being replaced.
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

    private static KeyManagerFactory fromKeystore(HttpConfig config) throws IOException {
        char[] password = read(config, HttpSettings.KEYSTORE_PASSWORD, file -> {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (lines.isEmpty()) throw new IOException("is empty; its first line must be the password");
            return lines.get(0).toCharArray();
        });
        return read(config, HttpSettings.KEYSTORE, file -> {
            byte[] bytes = Files.readAllBytes(file);
            boolean jks = bytes.length > 4 && ByteBuffer.wrap(bytes).getInt() == JKS_MAGIC;
            KeyStore store = KeyStore.getInstance(jks ? "JKS" : "PKCS12");
            try (InputStream in = new java.io.ByteArrayInputStream(bytes)) {
                store.load(in, password);
            }
            for (String alias : Collections.list(store.aliases()))
                if (store.isKeyEntry(alias)) return keyManagers(store, password);
            throw new IOException("contains no private key");
        });
    }

    private static KeyManagerFactory keyManagers(KeyStore store, char[] password) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password);
        return factory;
    }

    /** @return empty if clients need no certificate; none is requested then */
    private static TrustManager[] clientCa(HttpConfig config) throws IOException {
        if (!config.clientCertificates()) return new TrustManager[0];
        return read(config, HttpSettings.CLIENT_CA, file -> {
            KeyStore store = emptyStore();
            int number = 0;
            for (X509Certificate certificate : Pem.certificates(file))
                store.setCertificateEntry("ca" + number++, certificate);
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        });
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
