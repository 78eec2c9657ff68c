package io.foreread.it.abuse;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** TLS handshakes: {@link #shakeHands} completes one, {@link #shakeHandsBadly} sends invalid or incomplete ones. */
final class BadTls {
    private static final int GARBAGE_BYTES = 4096;
    private static final int HALF_A_HELLO_BYTES = 100;
    private static final SSLContext TRUSTFUL = trustful();

    private BadTls() {}

    static Socket shakeHands(Socket plain, AbusedEndpoint target) throws IOException {
        SSLSocket secured =
                (SSLSocket) TRUSTFUL.getSocketFactory().createSocket(plain, target.host(), target.port(), true);
        secured.startHandshake();
        return secured;
    }

    static void shakeHandsBadly(Client client) throws IOException {
        Socket socket = client.connect(0);
        switch (client.turn() % 5) {
            case 0 -> socket.getOutputStream().write(garbage());
            case 1 -> Client.send(socket, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
            case 2 -> socket.getOutputStream().write(hello(client.target()));
            case 3 -> {
                socket.getOutputStream().write(hello(client.target()));
                // Wait for the first byte. The endpoint has then computed its part of the handshake.
                socket.getInputStream().read();
                return;
            }
            default -> {
                socket.getOutputStream().write(hello(client.target()), 0, HALF_A_HELLO_BYTES);
                Client.awaitDisconnect(socket);
            }
        }
        client.answers().add("a bad handshake", Client.answer(socket), 0);
    }

    private static byte[] garbage() {
        byte[] garbage = new byte[GARBAGE_BYTES];
        new Random().nextBytes(garbage);
        return garbage;
    }

    /** Returns the ClientHello message, the first message of a handshake. */
    private static byte[] hello(AbusedEndpoint target) throws IOException {
        SSLEngine engine = TRUSTFUL.createSSLEngine(target.host(), target.port());
        engine.setUseClientMode(true);
        engine.beginHandshake();
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.flip().remaining()];
        hello.get(bytes);
        return bytes;
    }

    private static SSLContext trustful() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Trustful()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    /** Accepts any certificate. */
    private static final class Trustful implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
