package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.foreread.exporter.security.EndpointTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/** The server of an endpoint that speaks https, and its connections after a change of certificates. */
final class TlsServer {
    /** Set on a session whose connection has had its last answer. */
    private static final String ENDING = TlsServer.class.getName();

    private TlsServer() {}

    static HttpServer create(InetSocketAddress address, int backlog, EndpointTls tls) throws IOException {
        HttpsServer server = HttpsServer.create(address, backlog);
        server.setHttpsConfigurator(new HttpsConfigurator(tls.context()) {
            @Override
            public void configure(HttpsParameters parameters) {
                parameters.setSSLParameters(tls.parameters());
            }
        });
        return server;
    }

    /** One more answer on a connection of former certificates; the next one begins with a handshake. */
    static void endIfFormer(Call call, EndpointTls tls, SSLSession session) throws IOException {
        if (!tls.isFormer(session)) return;
        // The servers of Java 8 and 11 ask the client to close, and leave it at that.
        if (session.getValue(ENDING) != null) throw new IOException("a connection of former certificates");
        session.putValue(ENDING, true);
        call.header("Connection", "close");
    }
}
