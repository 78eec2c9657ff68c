package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Creates keys and certificates with the JDK's keytool in one PKCS12 store. A process of keytool takes about half a second, so
 * stores are kept in {@code target}: tests that create the same keys, also in another JVM, can get the same store. Not
 * thread-safe.
 */
public final class TestCertificates {
    public static final String PASSWORD = "changeit";

    private static final Path KEPT = Path.of("target", "test-certificates");
    /** Less than the validity of any certificate. */
    private static final Duration MAX_AGE = Duration.ofDays(1);

    private final Path store;
    /** The options of keytool for each key of the store. */
    private final List<List<String>> keys = new ArrayList<>();

    public TestCertificates(Path directory) {
        store = directory.resolve("all.p12");
    }

    public Path store() {
        return store;
    }

    /**
     * Adds a key. The certificates of the store can be read when all keys have been added.
     *
     * @param more additional options of keytool, such as {@code -signer ca}
     */
    public void make(String name, String algorithm, String... more) throws IOException, InterruptedException {
        List<String> key = new ArrayList<>(
                List.of("-alias", name, "-keyalg", algorithm, "-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1"));
        key.addAll(List.of(more));
        keys.add(key);
        Path kept = KEPT.resolve(UUID.nameUUIDFromBytes(keys.toString().getBytes(StandardCharsets.UTF_8)) + ".p12");
        if (isUsable(kept)) {
            Files.copy(kept, store, StandardCopyOption.REPLACE_EXISTING);
        } else {
            addToStore(key);
            keep(kept);
        }
    }

    private static boolean isUsable(Path kept) throws IOException {
        return Files.exists(kept)
                && Files.getLastModifiedTime(kept)
                        .toInstant()
                        .isAfter(Instant.now().minus(MAX_AGE));
    }

    private void keep(Path kept) throws IOException {
        Path written = Files.createTempFile(Files.createDirectories(KEPT), "store", null);
        Files.copy(store, written, StandardCopyOption.REPLACE_EXISTING);
        // Another JVM can read it at the same time.
        Files.move(written, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void addToStore(List<String> key) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(key);
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) throw new IOException(said);
    }

    public PrivateKey key(String name) throws IOException, GeneralSecurityException {
        return (PrivateKey) load().getKey(name, PASSWORD.toCharArray());
    }

    public X509Certificate certificate(String name) throws IOException, GeneralSecurityException {
        return (X509Certificate) load().getCertificate(name);
    }

    /** The time at which a certificate expires, as Unix time in seconds. */
    public double expirySeconds(String name) throws IOException, GeneralSecurityException {
        return certificate(name).getNotAfter().toInstant().getEpochSecond();
    }

    /**
     * Returns a new store with keys and their certificates.
     *
     * @param type such as PKCS12
     */
    public KeyStore store(String type, String password, String... names) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        for (String name : names)
            store.setKeyEntry(name, key(name), password.toCharArray(), new Certificate[] {certificate(name)});
        return store;
    }

    /**
     * Returns the context of a client that trusts the certificate {@code ca}.
     *
     * @param names the client's certificate, or none
     */
    public SSLContext clientContext(String... names) throws IOException, GeneralSecurityException {
        KeyStore trusted = store("PKCS12", PASSWORD);
        trusted.setCertificateEntry("ca", certificate("ca"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store("PKCS12", PASSWORD, names), PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    public void writeCertificate(String name, Path file) throws IOException, GeneralSecurityException {
        Files.writeString(file, pem("CERTIFICATE", certificate(name).getEncoded()));
    }

    public void writeKey(String name, Path file) throws IOException, GeneralSecurityException {
        Files.writeString(file, pem("PRIVATE KEY", key(name).getEncoded()));
    }

    /**
     * Writes the files {@code server.crt} and {@code server.key}.
     *
     * @return the two settings that name the files, in a map that can be changed
     */
    public Map<String, String> writeServerFiles(String name, Path directory)
            throws IOException, GeneralSecurityException {
        Path certificate = directory.resolve("server.crt");
        Path key = directory.resolve("server.key");
        writeCertificate(name, certificate);
        writeKey(name, key);
        return new HashMap<>(
                Map.of(HttpSettings.CERTIFICATE.key(), certificate.toString(), HttpSettings.KEY.key(), key.toString()));
    }

    public static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, PASSWORD.toCharArray());
        }
        return loaded;
    }
}
