package io.foreread.it.bench.scrape;

import com.sun.net.httpserver.HttpServer;
import io.foreread.it.bench.load.RemoteProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/**
 * Scrapes from a separate process of low priority, because Prometheus runs on another machine. Even then, this process
 * affects the latency of the node's clients. In windows without scrapes, {@link #rehearse} therefore does the same work
 * without the node.
 */
final class RemoteClient implements AutoCloseable {
    private static final String REHEARSAL = "rehearsal";

    private final RemoteProcess process;

    private RemoteClient(RemoteProcess process) {
        this.process = process;
    }

    static RemoteClient start(URI endpoint) {
        return new RemoteClient(RemoteProcess.start(RemoteClient.class, endpoint.toString()));
    }

    /** The main method of the separate process, which scrapes once for each input line. */
    public static void main(String[] arguments) throws IOException {
        URI endpoint = URI.create(arguments[0]);
        HttpServer server = copy(Body.answer(endpoint));
        URI copy = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        try {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                Body body = Body.of(order.equals(REHEARSAL) ? copy : endpoint);
                System.out.println(
                        body.wallNanos() + " " + body.bytes() + " " + body.samples() + " " + body.families());
            }
        } finally {
            // The thread of the server would keep the process alive.
            server.stop(0);
        }
    }

    /** Starts a server that always sends a copy of this response. */
    private static HttpServer copy(HttpResponse<byte[]> answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            answer.headers().firstValue("Content-Encoding").ifPresent(encoding -> exchange.getResponseHeaders()
                    .set("Content-Encoding", encoding));
            exchange.sendResponseHeaders(200, answer.body().length);
            exchange.getResponseBody().write(answer.body());
            exchange.close();
        });
        server.start();
        return server;
    }

    Body scrape() {
        return request("");
    }

    /** Scrapes a server in the separate process, which sends a copy of one response of the node. */
    Body rehearse() {
        return request(REHEARSAL);
    }

    private Body request(String order) {
        String[] numbers = process.request(order).split(" ");
        return new Body(
                Long.parseLong(numbers[0]),
                Long.parseLong(numbers[1]),
                Long.parseLong(numbers[2]),
                Long.parseLong(numbers[3]));
    }

    @Override
    public void close() {
        process.close();
    }
}
