package io.foreread.exporter.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Creates keys and certificates with the JDK's keytool in one PKCS12 store. Not thread-safe. */
public final class TestCertificates {
    public static final String PASSWORD = "changeit";

    private final Path store;

    public TestCertificates(Path directory) {
        store = directory.resolve("all.p12");
    }

    public Path store() {
        return store;
    }

    /** @param more additional options of keytool, such as {@code -signer ca} */
    public void make(String name, String algorithm, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) throw new IOException(said);
    }

    public PrivateKey key(String name) throws IOException, GeneralSecurityException {
        return (PrivateKey) load().getKey(name, PASSWORD.toCharArray());
    }

    public Certificate certificate(String name) throws IOException, GeneralSecurityException {
        return load().getCertificate(name);
    }

    public void writeCertificate(String name, Path file) throws IOException, GeneralSecurityException {
        Files.writeString(file, pem("CERTIFICATE", certificate(name).getEncoded()));
    }

    public void writeKey(String name, Path file) throws IOException, GeneralSecurityException {
        Files.writeString(file, pem("PRIVATE KEY", key(name).getEncoded()));
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
