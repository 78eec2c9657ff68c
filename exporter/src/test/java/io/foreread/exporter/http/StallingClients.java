package io.foreread.exporter.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;

/** Clients that send incomplete or slow requests, or read no response. */
final class StallingClients implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** What a client sends before it stalls. */
    private enum Stall {
        SENDS_NOTHING(""),
        SENDS_HALF_A_REQUEST_LINE("GET /met"),
        SENDS_HALF_A_HEADER("GET /metrics HTTP/1.1\r\nHost: x\r\nX: "),
        SENDS_NO_BODY("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"),
        READS_NO_RESPONSE("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"),
        SENDS_MANY_REQUESTS_AND_READS_NO_RESPONSE("GET /ready HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200));

        private final String sent;

        Stall(String sent) {
            this.sent = sent;
        }
    }

    /** The number of sockets that {@link #connect} has opened. They stay open. */
    int sockets() {
        return sockets.size();
    }

    Socket connect(Endpoint endpoint) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), endpoint.port()));
        sockets.add(socket);
        return socket;
    }

    /** Stalls in the way that the number of the client selects. */
    static void stall(Socket socket, int client) {
        Stall[] ways = Stall.values();
        send(socket, ways[client % ways.length].sent);
    }

    static void send(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // The server has already closed the connection.
        }
    }

    static void shakeHands(SSLSocket socket) {
        try {
            socket.startHandshake();
        } catch (IOException e) {
            // The server has already closed the connection.
        }
    }

    void sendSlowHeader(Socket socket) {
        threads.execute(() -> {
            try {
                OutputStream out = socket.getOutputStream();
                out.write("GET /metrics HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
                while (!Thread.interrupted()) {
                    out.write('x');
                    LockSupport.parkNanos(100_000_000L);
                }
            } catch (IOException e) {
                // The server has closed the connection, as expected.
            }
        });
    }

    /**
     * Starts clients that send an incomplete request and, each time the server closes the connection, another one.
     * Waits until each client has sent its first request.
     */
    void sendIncompleteRequestsRepeatedly(Endpoint endpoint, int clients) throws InterruptedException {
        CountDownLatch firstSent = new CountDownLatch(clients);
        for (int i = 0; i < clients; i++) threads.execute(() -> sendIncompleteRequests(endpoint, firstSent));
        firstSent.await();
    }

    private void sendIncompleteRequests(Endpoint endpoint, CountDownLatch firstSent) {
        boolean first = true;
        while (!threads.isShutdown()) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
                socket.setSoTimeout(1_000);
                send(socket, "GET /met");
                if (first) firstSent.countDown();
                first = false;
                while (!threads.isShutdown() && isOpen(socket)) {}
            } catch (IOException e) {
                // The server has closed the connection, as expected.
            }
        }
    }

    private static boolean isOpen(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        for (Socket socket : sockets) socket.close();
    }
}
