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
 * The server's side of TLS as the files have it now. Each new set of files is a context of its own, so that no session
 * of an earlier one is resumed with it. Thread-safe.
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
                throw new IOException(HttpSettings.PROTOCOLS + ": this Java has no " + protocol);
        return wanted.isEmpty()
                ? Stream.of("TLSv1.2", "TLSv1.3")
                        .filter(offered::contains)
                        .collect(Collectors.toList())
                        .toArray(new String[0])
                : wanted.toArray(new String[0]);
    }

    /** Always the same; its engines follow the files. */
    public SSLContext context() {
        return context;
    }

    public SSLParameters parameters() {
        SSLParameters parameters = current.get().getDefaultSSLParameters();
        parameters.setProtocols(protocols);
        parameters.setUseCipherSuitesOrder(true);
        // Only if true: setting one of the two resets the other.
        if (clientCertificates) parameters.setNeedClientAuth(true);
        return parameters;
    }

    /** Whether it was agreed on by former files: with a certificate, perhaps, that nobody would accept now. */
    public boolean isFormer(SSLSession session) {
        SSLContext made = SilentCloseEngine.contextOf(session);
        // With a security manager, as Cassandra installs one, a session keeps what it is given for each caller's
        // rights.
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

    /** Everything goes to the context in use. */
    private static final class Spi extends SSLContextSpi {
        private final Reloaded<SSLContext> current;

        Spi(Reloaded<SSLContext> current) {
            this.current = current;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("follows files");
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
