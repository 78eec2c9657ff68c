package io.foreread.exporter.security;

import io.foreread.exporter.config.HttpConfig;
import io.foreread.exporter.config.HttpSettings;
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
 * TLS of the endpoint, with the current content of its files. Each reload creates a new context, so that sessions of an
 * earlier one are not resumed. Thread-safe.
 */
public final class EndpointTls {
    private final Reloaded<SSLContext> current;
    private final SSLContext context;
    private final String[] protocols;
    private final boolean clientCertificates;

    /** @throws IOException if a file cannot be used; the message says which and why */
    public EndpointTls(HttpConfig config) throws IOException {
        current = new Reloaded<>(
                Arrays.asList(
                        config.file(HttpSettings.CERTIFICATE),
                        config.file(HttpSettings.KEY),
                        config.file(HttpSettings.KEYSTORE),
                        config.file(HttpSettings.KEYSTORE_PASSWORD),
                        config.file(HttpSettings.CLIENT_CA)),
                new Reloaded.Loader<SSLContext>() {
                    @Override
                    public SSLContext load() throws IOException {
                        return TlsFiles.context(config);
                    }

                    @Override
                    public String toString() {
                        return "certificates";
                    }
                });
        context = new Current(current);
        protocols = protocols(config.protocols());
        clientCertificates = config.clientCertificates();
    }

    private String[] protocols(List<String> wanted) throws IOException {
        List<String> offered =
                Arrays.asList(current.get().getSupportedSSLParameters().getProtocols());
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

    public SSLParameters parameters() {
        SSLParameters parameters = current.get().getDefaultSSLParameters();
        parameters.setProtocols(protocols);
        parameters.setUseCipherSuitesOrder(true);
        // Only if true, because setting one of the two flags resets the other.
        if (clientCertificates) parameters.setNeedClientAuth(true);
        return parameters;
    }

    /** Whether the session was created with earlier files, possibly with a certificate that is no longer accepted. */
    public boolean isFormer(SSLSession session) {
        SSLContext made = SilentCloseEngine.contextOf(session);
        // With a security manager, as in Cassandra, session values are separate for each access control context.
        return made != null && made != current.get();
    }

    /** Reads the files again if one has changed. */
    public void refresh() {
        current.refresh();
    }

    private static final class Current extends SSLContext {
        Current(Reloaded<SSLContext> current) {
            super(new Spi(current), current.get().getProvider(), current.get().getProtocol());
        }
    }

    /** Delegates to the current context. */
    private static final class Spi extends SSLContextSpi {
        private final Reloaded<SSLContext> current;

        Spi(Reloaded<SSLContext> current) {
            this.current = current;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("not supported: the context is loaded from files");
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            SSLContext now = current.get();
            return new SilentCloseEngine(now.createSSLEngine(), now);
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            SSLContext now = current.get();
            return new SilentCloseEngine(now.createSSLEngine(host, port), now);
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return current.get().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return current.get().getServerSocketFactory();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return current.get().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return current.get().getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return current.get().getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return current.get().getSupportedSSLParameters();
        }
    }
}
