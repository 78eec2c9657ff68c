package io.foreread.exporter.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.foreread.exporter.security.EndpointTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLSession;

/** Creates an https server, and ends connections made with replaced certificates. */
final class TlsServer {
    /** The name of a session value that is set with the last response on a connection. */
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

    /**
     * Allows one last response on a connection made with replaced certificates. The client then needs a new handshake.
     */
    static void endIfReplaced(Call call, EndpointTls tls, SSLSession session) throws IOException {
        if (!tls.isFormer(session)) return;
        // The servers of Java 8 and 11 send Connection: close but do not close the connection.
        if (session.getValue(ENDING) != null) throw new IOException("connection made with replaced certificates");
        session.putValue(ENDING, true);
        call.header("Connection", "close");
    }
}
