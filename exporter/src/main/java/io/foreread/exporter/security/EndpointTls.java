package io.foreread.exporter.security;

import io.foreread.exporter.config.FileReload;
import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
import io.foreread.exporter.source.MetricSource;
import java.io.IOException;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * The TLS context and parameters of the endpoint, with the current content of its files. Each reload creates a new
 * context, so that sessions of an earlier context are not resumed. Thread-safe.
 */
public final class EndpointTls {
    private final Reloaded<LoadedTls> current;
    private final SSLContext context;
    private final SSLParameters parameters;

    /** @throws IOException if a file cannot be used; the message says which and why */
    public EndpointTls(HttpConfig config) throws IOException {
        current = new Reloaded<>(
                Arrays.asList(
                        config.file(HttpSettings.CERTIFICATE),
                        config.file(HttpSettings.KEY),
                        config.file(HttpSettings.KEYSTORE),
                        config.file(HttpSettings.KEYSTORE_PASSWORD),
                        config.file(HttpSettings.CLIENT_CA)),
                new Reloaded.Loader<LoadedTls>() {
                    @Override
                    public LoadedTls load() throws IOException {
                        return TlsFiles.load(config);
                    }

                    @Override
                    public String toString() {
                        return "certificates";
                    }
                });
        context = new Current(current);
        parameters = serverParameters(config);
    }

    private SSLParameters serverParameters(HttpConfig config) throws IOException {
        // The default parameters of a context are those of its clients.
        SSLEngine engine = current.get().context().createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters made = engine.getSSLParameters();
        made.setProtocols(protocols(config.protocols()));
        made.setUseCipherSuitesOrder(true);
        // The flag is set only if it is true, because setNeedClientAuth(false) would also reset setWantClientAuth.
        if (config.clientCertificates()) made.setNeedClientAuth(true);
        return made;
    }

    private String[] protocols(List<String> wanted) throws IOException {
        List<String> offered = Arrays.asList(
                current.get().context().getSupportedSSLParameters().getProtocols());
        for (String protocol : wanted)
            if (!offered.contains(protocol))
                throw new IOException(HttpSettings.PROTOCOLS + ": this Java does not support " + protocol);
        return wanted.isEmpty()
                ? Stream.of("TLSv1.2", "TLSv1.3")
                        .filter(offered::contains)
                        .collect(Collectors.toList())
                        .toArray(new String[0])
                : wanted.toArray(new String[0]);
    }

    /** Returns a context whose engines use the current files. */
    public SSLContext context() {
        return context;
    }

    /**
     * Returns the parameters of each engine, with the cipher suites that the JVM enables for servers. The caller must
     * not change them.
     */
    public SSLParameters parameters() {
        return parameters;
    }

    /** Whether the session was created with earlier files, possibly with a certificate that is no longer accepted. */
    public boolean isFormer(SSLSession session) {
        SSLContext made = SilentCloseEngine.contextOf(session);
        // Cassandra installs a security manager. Session values are then separate for each access control context, so
        // the value can be absent here.
        return made != null && made != current.get().context();
    }

    /** Exports when the current certificates expire. */
    public MetricSource expiry() {
        return new CertificateExpiry(current);
    }

    /** The state of the last attempt to read the files. */
    public FileReload reload() {
        return current.reload();
    }

    /** Reads the files again if one has changed. */
    public void refresh() {
        current.refresh();
    }

    private static final class Current extends SSLContext {
        Current(Reloaded<LoadedTls> current) {
            super(
                    new Spi(current),
                    current.get().context().getProvider(),
                    current.get().context().getProtocol());
        }
    }

    /** Delegates to the current context. */
    private static final class Spi extends SSLContextSpi {
        private final Reloaded<LoadedTls> current;

        Spi(Reloaded<LoadedTls> current) {
            this.current = current;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("not supported: the context is loaded from files");
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            SSLContext now = current.get().context();
            return new SilentCloseEngine(now.createSSLEngine(), now);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            SSLContext now = current.get().context();
            return new SilentCloseEngine(now.createSSLEngine(host, port), now);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return current.get().context().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return current.get().context().getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return current.get().context().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return current.get().context().getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return current.get().context().getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return current.get().context().getSupportedSSLParameters();
        }
    }
}
