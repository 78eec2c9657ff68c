package io.foreread.exporter.jmx.client;

import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.KeyStoreFile;
import io.foreread.exporter.config.OperatorFile;
import io.foreread.exporter.config.Secret;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The TLS parameters of the JMX connections to nodes with the same settings. The files are read again when they change;
 * new connections then use the new certificates. Thread-safe.
 */
public final class JmxTls {
    /** The setting that names the truststore. */
    public static final String TRUST_STORE = "jmx.truststore";
    /** The setting that names the keystore. */
    public static final String KEY_STORE = "jmx.keystore";

    private final boolean verifyHost;
    private final FileReload reload;
    private volatile SSLContext context;

    /** The files of a truststore and a keystore. Immutable. */
    public static final class Stores {
        private final @Nullable Path trustStore;
        private final @Nullable Secret trustPassword;
        private final @Nullable Path keyStore;
        private final @Nullable Secret keyPassword;

        /**
         * @param trustStore the trusted certificates; null for the certificates of the Java runtime
         * @param trustPassword the password of the truststore; null for none
         * @param keyStore the certificate for nodes that require one; null for none
         * @param keyPassword the password of the keystore; null for none
         */
        public Stores(
                @Nullable Path trustStore,
                @Nullable Secret trustPassword,
                @Nullable Path keyStore,
                @Nullable Secret keyPassword) {
            this.trustStore = trustStore;
            this.trustPassword = trustPassword;
            this.keyStore = keyStore;
            this.keyPassword = keyPassword;
        }

        private List<@Nullable Path> files() {
            return Arrays.asList(trustStore, file(trustPassword), keyStore, file(keyPassword));
        }

        private static @Nullable Path file(@Nullable Secret secret) {
            return secret == null ? null : secret.file();
        }

        private SSLContext context() throws IOException {
            try {
                TrustManager[] trust = null;
                if (trustStore != null) {
                    TrustManagerFactory factory =
                            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                    char[] password = password(trustPassword);
                    KeyStore store = OperatorFile.read(
                            TRUST_STORE, trustStore, file -> KeyStoreFile.load(file, password, false));
                    factory.init(store);
                    trust = factory.getTrustManagers();
                }
                KeyManager[] keys = null;
                if (keyStore != null) {
                    char[] password = password(keyPassword);
                    keys = OperatorFile.read(KEY_STORE, keyStore, file -> {
                        KeyManagerFactory factory =
                                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                        factory.init(KeyStoreFile.load(file, password, true), password);
                        return factory.getKeyManagers();
                    });
                }
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(keys, trust, null);
                return context;
            } catch (GeneralSecurityException e) {
                throw new IOException("cannot set up TLS: " + e.getMessage(), e);
            }
        }
    }

    private JmxTls(Stores stores, boolean verifyHost, Consumer<String> warnings) throws IOException {
        this.verifyHost = verifyHost;
        reload = new FileReload(
                stores.files(),
                () -> context = stores.context(),
                problem -> warnings.accept("keeping the previous JMX certificates: " + problem));
        context = stores.context();
    }

    /**
     * Reads the stores.
     *
     * @param verifyHost whether the certificate of a node must be valid for the host by which the node is configured
     * @param warnings receives a line if a changed file cannot be used
     * @throws IOException if a store cannot be used; the message names the setting, the file and the reason
     */
    public static JmxTls read(Stores stores, boolean verifyHost, Consumer<String> warnings) throws IOException {
        return new JmxTls(stores, verifyHost, warnings);
    }

    /**
     * Adds TLS to a connected socket. The handshake begins with the first byte that is written or read.
     *
     * @param host the configured host of the node. This must not be the host to which the RMI registry of the node
     *     redirects, because a registry without TLS can be forged.
     */
    SSLSocket wrap(Socket connected, String host) throws IOException {
        reload.refresh();
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(connected, host, connected.getPort(), true);
        if (verifyHost) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
        }
        return socket;
    }

    private static char @Nullable [] password(@Nullable Secret secret) throws IOException {
        return secret == null ? null : secret.read().toCharArray();
    }
}
