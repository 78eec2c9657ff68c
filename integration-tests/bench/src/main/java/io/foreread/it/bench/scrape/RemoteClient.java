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
 * Scrapes from a process of its own, because Prometheus is on another machine. What that process does here, be it ever so
 * humble, is seen by requests that are timed: {@link #rehearse} does the same without the node.
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

    /** In that process: a scrape for each line of the input, until it ends. */
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
            // Its thread would keep the process, of which nobody hears any more.
            server.stop(0);
        }
    }

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
        return emit("");
    }

    /** A scrape of a page that this process itself serves, as long as the node's. */
    Body rehearse() {
        return emit(REHEARSAL);
    }

    private Body emit(String order) {
        String[] numbers = process.emit(order).split(" ");
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
