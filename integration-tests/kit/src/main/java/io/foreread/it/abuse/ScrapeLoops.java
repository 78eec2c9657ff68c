package io.foreread.it.abuse;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Clients with the correct password that scrape all metrics again as soon as they have read the previous response. */
public final class ScrapeLoops {
    private static final int STATUS_BYTES = 256;
    private static final int DISCARD_BYTES = 64 << 10;
    /** Each of sixteen clients of one address waits sixteen seconds for its turn. */
    private static final int PATIENCE_MILLIS = 60_000;

    private ScrapeLoops() {}

    /**
     * Scrapes with one client for the given time, one scrape after the other. The endpoint serves these scrapes without
     * pauses, so that its JVM soon compiles the code of handshakes and renderings.
     *
     * @return the number of scrapes
     * @throws IOException if the endpoint closes a connection
     */
    public static long scrapeInSuccession(AbusedEndpoint target, long nanos) throws IOException {
        Client client = new Client(target, new Answers(), 0);
        long startNanos = System.nanoTime();
        long scrapes = 0;
        for (; System.nanoTime() - startNanos < nanos; scrapes++) {
            try {
                scrape(client);
            } finally {
                client.hangUp();
            }
        }
        return scrapes;
    }

    static void scrape(Client client) throws IOException {
        Socket socket = client.open(0);
        socket.setSoTimeout(PATIENCE_MILLIS);
        @Nullable String authorization = client.target().authorization();
        Client.send(
                socket,
                "GET /metrics HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n"
                        + (authorization == null ? "" : "Authorization: " + authorization + "\r\n") + "\r\n");
        InputStream in = socket.getInputStream();
        byte[] status = in.readNBytes(STATUS_BYTES);
        client.answers().add("a scrape in a loop", new String(status, StandardCharsets.ISO_8859_1), 1);
        byte[] rest = new byte[DISCARD_BYTES];
        while (in.read(rest) >= 0) {}
    }
}
