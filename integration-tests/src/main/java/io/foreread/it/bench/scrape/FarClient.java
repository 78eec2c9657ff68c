package io.foreread.it.bench.scrape;

import io.foreread.it.fixture.ChildProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Scrapes from a process of its own that gives way to every other: Prometheus is on another machine, and what it does
 * there takes nothing from the node and its clients.
 */
final class FarClient implements AutoCloseable {
    private static final Path CHRT = Path.of("/usr/bin/chrt");

    private final Process process;
    private final BufferedReader answers;

    private FarClient(Process process) {
        this.process = process;
        answers = process.inputReader(StandardCharsets.US_ASCII);
    }

    static FarClient start(URI endpoint) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(CHRT)) command.addAll(List.of(CHRT.toString(), "--idle", "0"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FarClient.class.getName(),
                endpoint.toString()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            ChildProcesses.add(process);
            return new FarClient(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String answer = answers.readLine();
            if (answer == null) throw new IllegalStateException("the process that scrapes has ended");
            String[] numbers = answer.split(" ");
            return new Body(
                    Long.parseLong(numbers[0]),
                    Long.parseLong(numbers[1]),
                    Long.parseLong(numbers[2]),
                    Long.parseLong(numbers[3]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        ChildProcesses.kill(process);
    }
}
