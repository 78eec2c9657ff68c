package io.foreread.it.abuse;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Kinds of abuse. The numbers are far over what scrapers of a node come to, and below what a network alone would drop. */
public enum Abuse {
    /** They ask for everything and take a byte of it per second. */
    SLOW_READERS(64, 100, Stalls::readSlowly),
    /** They connect and say nothing. */
    CONNECTIONS(1000, 1000, Stalls::connect),
    /** They shake hands, send half a request line and no more. */
    HALF_OPEN(200, 100, Stalls::askHalf),
    HUGE_HEADERS(16, 100, Floods::sendHeaders),
    /** Garbage, plain text, and handshakes broken off. */
    BAD_TLS(32, 100, BadTls::shakeHandsBadly),
    WRONG_PASSWORDS(32, 100, Floods::guess),
    /** Requests that no scraper makes: tricks with paths, methods, queries and several requests at once. */
    ODD_REQUESTS(8, 20, OddRequest::sendNext);

    private final int clients;
    private final long restMillis;
    private final Deed deed;

    Abuse(int clients, long restMillis, Deed deed) {
        this.clients = clients;
        this.restMillis = restMillis;
        this.deed = deed;
    }

    /** Begins; it goes on until the abusers are closed. */
    public Abusers start(Target target) {
        return new Abusers(this, target);
    }

    /** Those that mean anything to an endpoint of that kind. */
    public static List<Abuse> of(Target target) {
        return Arrays.stream(values())
                .filter(abuse -> abuse != BAD_TLS || target.tls())
                .filter(abuse -> abuse != WRONG_PASSWORDS || target.asksForPassword())
                .toList();
    }

    /** How many come at the same time. */
    public int clients() {
        return clients;
    }

    /** Between two deeds of a client. */
    long restMillis() {
        return restMillis;
    }

    void by(Client client) throws IOException, InterruptedException {
        deed.by(client);
    }

    /** As an option names it: {@code slow-readers}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As a person reads it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("tls", "TLS");
    }

    private interface Deed {
        /** Once; what the endpoint does about it may be an {@link IOException}. */
        void by(Client client) throws IOException, InterruptedException;
    }
}
