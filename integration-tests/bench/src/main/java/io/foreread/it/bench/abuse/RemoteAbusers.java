package io.foreread.it.bench.abuse;

import io.foreread.it.abuse.Abuse;
import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.abuse.Abusers;
import io.foreread.it.abuse.ScrapeLoops;
import io.foreread.it.bench.load.RemoteProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Runs the abusers in a process of low priority, because real abusers are on other machines and do not use this CPU. */
final class RemoteAbusers implements AutoCloseable {
    private static final String STOP = "stop";
    private static final String WARM_UP = "warm-up ";
    private static final String NONE = "-";

    private final RemoteProcess process;

    private RemoteAbusers(RemoteProcess process) {
        this.process = process;
    }

    static RemoteAbusers of(AbusedEndpoint target) {
        return new RemoteAbusers(RemoteProcess.start(
                RemoteAbusers.class,
                target.host(),
                Integer.toString(target.port()),
                Boolean.toString(target.tls()),
                Objects.requireNonNullElse(target.authorization(), NONE)));
    }

    /**
     * The main method of the separate process. A line with the name of an abuse starts this abuse, the next line ends it.
     * A line {@code warm-up}, with a duration in nanoseconds, scrapes for this time.
     */
    public static void main(String[] arguments) throws IOException {
        AbusedEndpoint target = new AbusedEndpoint(
                arguments[0],
                Integer.parseInt(arguments[1]),
                Boolean.parseBoolean(arguments[2]),
                arguments[3].equals(NONE) ? null : arguments[3]);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.startsWith(WARM_UP)) {
                long nanos = Long.parseLong(order.substring(WARM_UP.length()));
                System.out.println(ScrapeLoops.scrapeInSuccession(target, nanos));
                continue;
            }
            try (Abusers abusers = Abuse.valueOf(order).start(target)) {
                System.out.println("begun");
                if (orders.readLine() == null) return;
                System.out.println(abusers.actions() + " "
                        + abusers.answers().wronglyServed().size());
            }
        }
    }

    /**
     * Scrapes one at a time, until the given time has passed.
     *
     * @return the number of scrapes
     */
    long warmUp(long nanos) {
        return Long.parseLong(process.request(WARM_UP + nanos));
    }

    void start(Abuse abuse) {
        process.request(abuse.name());
    }

    /**
     * Returns at once. The abusers disconnect soon afterwards.
     *
     * @return the number of completed actions
     * @throws IllegalStateException if a client received a response that is not allowed
     */
    long stop() {
        String[] numbers = process.request(STOP).split(" ");
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
