package io.foreread.exporter.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Creates PKCS12 stores with a self-signed certificate and its key, for use as keystore and as truststore. */
public final class TestStores {
    private static final String PASSWORD = "changeit";

    private TestStores() {}

    /** @param san the subject alternative name, such as {@code ip:127.0.0.1}; null for none */
    public static Path create(Path store, String san) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "node",
                "-keyalg",
                "EC",
                "-dname",
                "CN=node",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString()));
        if (san != null) command.addAll(List.of("-ext", "san=" + san));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
        return store;
    }

    /** Writes the password of all stores to a file in the directory, and returns the file. */
    public static Path password(Path directory) throws Exception {
        return Files.writeString(directory.resolve("store.password"), PASSWORD + "\n");
    }

    /** Returns the TLS context of a server that uses the store as its keystore and as its truststore. */
    public static SSLContext context(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD.toCharArray());
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
