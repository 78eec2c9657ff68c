package io.foreread.exporter.jmx.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The default TLS context of the exporter's process. For a connection to a node, the {@link JmxSockets} of the node
 * create the client socket. The previous default context does everything else.
 */
final class NodeSslContext extends SSLContext {
    /** Finds the sockets of a node. */
    interface Finder {
        /** @return null if the connection is not to a node */
        @Nullable
        JmxSockets find(String host, int port);
    }

    NodeSslContext(Finder finder) {
        super(new Spi(finder, former()), new Provider("Foreread", 1.0, "TLS by node") {}, "TLS");
    }

    private static SSLContext former() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Spi extends SSLContextSpi {
        private final SSLContext former;
        private final SSLSocketFactory sockets;

        Spi(Finder finder, SSLContext former) {
            this.former = former;
            sockets = new Sockets(finder, former::getSocketFactory);
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("already initialized");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return sockets;
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return former.getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return former.createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return former.createSSLEngine(host, port);
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return former.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return former.getSupportedSSLParameters();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return former.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return former.getClientSessionContext();
        }
    }

    private static final class Sockets extends SSLSocketFactory {
        private final Finder finder;
        private final Supplier<SSLSocketFactory> former;

        Sockets(Finder finder, Supplier<SSLSocketFactory> former) {
            this.finder = finder;
            this.former = former;
        }

        /** Creates a socket. RMI uses only this method. */
        @Override
        public Socket createSocket(String host, int port) throws IOException {
            JmxSockets node = finder.find(host, port);
            return node == null ? former.get().createSocket(host, port) : node.connectTls(host, port);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return former.get().createSocket(host, port, local, localPort);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return former.get().createSocket(host, port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return former.get().createSocket(host, port, local, localPort);
        }

        @Override
        public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
            return former.get().createSocket(connected, host, port, autoClose);
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return former.get().getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return former.get().getSupportedCipherSuites();
        }
    }
}
