package io.foreread.it.bench.scrape;

import io.foreread.it.bench.load.FarProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Scrapes from a process of its own, because Prometheus is on another machine. */
final class FarClient implements AutoCloseable {
    private final FarProcess process;

    private FarClient(FarProcess process) {
        this.process = process;
    }

    static FarClient start(URI endpoint) {
        return new FarClient(FarProcess.start(FarClient.class, endpoint.toString()));
    }

    /** In that process: a scrape for each line of the input, until it ends. */
    public static void main(String[] arguments) throws IOException {
        URI endpoint = URI.create(arguments[0]);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (orders.readLine() != null) {
            Body body = Body.of(endpoint);
            System.out.println(body.wallNanos() + " " + body.bytes() + " " + body.samples() + " " + body.families());
        }
    }

    Body scrape() {
        String[] numbers = process.tell("").split(" ");
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
