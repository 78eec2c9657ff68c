package io.foreread.it.abuse;

import java.io.IOException;
import java.net.Socket;

/** Clients that keep connections open. */
final class Stalls {
    private static final int LITTLE_BYTES = 4096;
    /**
     * The number of reads of a client. After these reads, the endpoint has closed the connection, and more reads would
     * only return bytes from socket buffers.
     */
    private static final int READS = 15;

    private static final long READ_MILLIS = 1000;

    private Stalls() {}

    static void readSlowly(Client client) throws IOException, InterruptedException {
        Socket socket = client.open(LITTLE_BYTES);
        String authorization = client.target().authorization();
        Client.send(
                socket,
                "GET /metrics HTTP/1.1\r\nHost: x\r\n"
                        + (authorization == null ? "" : "Authorization: " + authorization + "\r\n") + "\r\n");
        // This client is slow by design.
        for (int i = 0; i < READS && socket.getInputStream().read() >= 0; i++) Thread.sleep(READ_MILLIS);
    }

    static void connect(Client client) throws IOException {
        Client.awaitDisconnect(client.connect(0));
    }

    static void sendHalfRequestLine(Client client) throws IOException {
        Socket socket = client.open(0);
        Client.send(socket, "GET /met");
        Client.awaitDisconnect(socket);
    }
}
