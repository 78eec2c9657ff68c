package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.abuse.Abusers;
import io.foreread.it.abuse.ScrapeLoops;
import io.foreread.it.bench.load.RemoteProcess;
import io.foreread.it.fixture.EndpointCredentials;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs the abusers in a process of low priority, because real abusers are on other machines and do not use this CPU. Even
 * then, this process affects the latency of the node's clients. The process therefore also has a {@link RecordedEndpoint},
 * with which the abusers do the same work without the node.
 */
final class RemoteAbusers implements AutoCloseable {
    private static final String STOP = "stop";
    private static final String COUNT = "count";
    private static final String WARM_UP = "warm-up ";
    private static final String RECORD = "record ";
    private static final String CONTROL = "control ";
    private static final String NONE = "-";

    private final RemoteProcess process;

    private RemoteAbusers(RemoteProcess process) {
        this.process = process;
    }

    /** @param credentials the key and the password of the endpoint */
    static RemoteAbusers of(AbusedEndpoint node, EndpointCredentials credentials) {
        return new RemoteAbusers(RemoteProcess.start(
                RemoteAbusers.class,
                node.host(),
                Integer.toString(node.port()),
                Boolean.toString(node.tls()),
                Objects.requireNonNullElse(node.authorization(), NONE),
                credentials.directory().toString()));
    }

    /**
     * The main method of the separate process. A line with the name of an abuse starts this abuse, the line {@code stop}
     * ends it. If {@code control} is before the name, the abusers use the recorded endpoint. A line {@code warm-up}, with
     * a duration in nanoseconds, scrapes the node for this time. A line {@code record} records a response of the node and
     * scrapes the recorded endpoint.
     */
    public static void main(String[] arguments) throws IOException {
        AbusedEndpoint node = new AbusedEndpoint(
                arguments[0],
                Integer.parseInt(arguments[1]),
                Boolean.parseBoolean(arguments[2]),
                arguments[3].equals(NONE) ? null : arguments[3]);
        EndpointCredentials credentials = EndpointCredentials.existing(Path.of(arguments[4]));
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        @Nullable RecordedEndpoint recorded = null;
        try {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                if (order.startsWith(WARM_UP)) {
                    System.out.println(scrapes(node, order.substring(WARM_UP.length())));
                } else if (order.startsWith(RECORD)) {
                    recorded = RecordedEndpoint.start(node, credentials);
                    System.out.println(scrapes(recorded.address(), order.substring(RECORD.length())));
                } else if (order.startsWith(CONTROL)) {
                    AbusedEndpoint copy = Objects.requireNonNull(recorded).address();
                    abuse(Abuse.valueOf(order.substring(CONTROL.length())), copy, orders);
                } else {
                    abuse(Abuse.valueOf(order), node, orders);
                }
            }
        } finally {
            // The thread of the server would keep the process alive.
            if (recorded != null) recorded.close();
        }
    }

    private static long scrapes(AbusedEndpoint target, String nanos) throws IOException {
        return ScrapeLoops.scrapeInSuccession(target, Long.parseLong(nanos));
    }

    /** Returns after the line {@code stop}, or at the end of the input. */
    private static void abuse(Abuse abuse, AbusedEndpoint target, BufferedReader orders) throws IOException {
        try (Abusers abusers = abuse.start(target)) {
            System.out.println("begun");
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(abusers.actions() + " "
                        + abusers.answers().wronglyServed().size());
                if (order.equals(STOP)) return;
            }
        }
    }

    /**
     * Scrapes the node, one scrape at a time, until the given time has passed.
     *
     * @return the number of scrapes
     */
    long warmUp(long nanos) {
        return Long.parseLong(process.request(WARM_UP + nanos));
    }

    /**
     * Records a response of the node. Then scrapes the recorded endpoint, one scrape at a time, until the given time has
     * passed. Must be called once before an abuse is started as a control.
     *
     * @return the number of scrapes of the recorded endpoint
     */
    long record(long nanos) {
        return Long.parseLong(process.request(RECORD + nanos));
    }

    /** @param control whether the abusers use the recorded endpoint and not the node */
    void start(Abuse abuse, boolean control) {
        process.request((control ? CONTROL : "") + abuse.name());
    }

    /**
     * Returns the number of actions that the abusers have completed since the start.
     *
     * @throws IllegalStateException if a client received a response that is not allowed
     */
    long actions() {
        return actions(COUNT);
    }

    /**
     * Returns at once. The abusers disconnect soon afterwards.
     *
     * @throws IllegalStateException if a client received a response that is not allowed
     */
    void stop() {
        actions(STOP);
    }

    private long actions(String order) {
        String[] numbers = process.request(order).split(" ");
        if (!numbers[1].equals("0"))
            throw new IllegalStateException(
                    "the endpoint served a request that it has to reject: run EndpointAbuseIT for the details");
        return Long.parseLong(numbers[0]);
    }

    @Override
    public void close() {
        process.close();
    }
}
