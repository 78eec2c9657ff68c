package io.foreread.it.abuse;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Kinds of abusive clients of an endpoint. Each kind causes far more load than scrapers, but none floods the network.
 */
public enum Abuse {
    /** The clients request all metrics and read one byte of the response per second. */
    SLOW_READERS(64, 100, Stalls::readSlowly),
    /** The clients connect and send nothing. */
    CONNECTIONS(1000, 1000, Stalls::connect),
    /** The clients complete the TLS handshake, if the endpoint uses TLS, and send half a request line. */
    HALF_OPEN(200, 100, Stalls::sendHalfRequestLine),
    HUGE_HEADERS(16, 100, Floods::sendHeaders),
    /** The clients send random bytes, plain text, or an incomplete TLS handshake. */
    BAD_TLS(32, 100, BadTls::shakeHandsBadly),
    WRONG_PASSWORDS(32, 100, Floods::guess),
    /** Requests that no scraper sends: unusual paths, methods and queries, and pipelined requests. */
    ODD_REQUESTS(8, 20, OddRequest::sendNext),
    /** The clients have the correct password, and scrape again as soon as they have read a response. */
    SCRAPE_LOOPS(16, 0, ScrapeLoops::scrape);

    private final int clients;
    private final long restMillis;
    private final Action action;

    Abuse(int clients, long restMillis, Action action) {
        this.clients = clients;
        this.restMillis = restMillis;
        this.action = action;
    }

    /** Starts the abuse, which continues until the abusers are closed. */
    public Abusers start(AbusedEndpoint target) {
        return new Abusers(this, target);
    }

    /** Returns the kinds that the endpoint allows: BAD_TLS requires TLS, and WRONG_PASSWORDS requires a password. */
    public static List<Abuse> of(AbusedEndpoint target) {
        return Arrays.stream(values())
                .filter(abuse -> abuse != BAD_TLS || target.tls())
                .filter(abuse -> abuse != WRONG_PASSWORDS || target.asksForPassword())
                .toList();
    }

    /** The number of concurrent clients. */
    public int clients() {
        return clients;
    }

    /** The pause between two actions of a client. */
    long restMillis() {
        return restMillis;
    }

    void by(Client client) throws IOException, InterruptedException {
        action.by(client);
    }

    /** The name in options, such as {@code slow-readers}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("tls", "TLS");
    }

    private interface Action {
        /** Performs the action of the client once. Throws {@link IOException} if the endpoint closes the connection. */
        void by(Client client) throws IOException, InterruptedException;
    }
}
