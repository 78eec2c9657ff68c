package io.foreread.it.abuse;

import java.io.IOException;
import java.net.Socket;

/** Clients that send many headers or large ones, and clients that guess passwords. */
final class Floods {
    private static final int MAX_BLOCKS = 1024;
    private static final String LONG_HEADER = "x".repeat(64 << 10);
    private static final String MANY_HEADERS = "X-Header: some value\r\n".repeat(3 << 10);

    private Floods() {}

    static void sendHeaders(Client client) throws IOException {
        Socket socket = client.open(0);
        boolean one = client.number() % 2 == 0;
        Client.send(socket, "GET /metrics HTTP/1.1\r\nHost: x\r\n" + (one ? "X-Header: " : ""));
        try {
            for (int i = 0; i < MAX_BLOCKS; i++) Client.send(socket, one ? LONG_HEADER : MANY_HEADERS);
        } finally {
            client.answers().add("a flood of headers", Client.answer(socket), 0);
        }
    }

    static void guess(Client client) throws IOException {
        Socket socket = client.open(0);
        String guess = AbusedEndpoint.basic("prometheus", "guess-" + client.number() + "-" + client.turn());
        Client.send(socket, "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: " + guess + "\r\n\r\n");
        client.answers().add("a wrong password", Client.answer(socket), 0);
    }
}
