package io.foreread.exporter.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** Runs the exporter in a separate JVM, because RMI and TLS have process-wide settings. */
final class ChildExporter implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("serves (http://\\S+/)metrics");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final Path output;
    /** Ends the exporter if the JVM of the tests ends before {@link #close}. */
    private final Thread atExit;

    ChildExporter(Path directory, String... arguments) throws IOException {
        output = Files.createTempFile(directory, "exporter-", ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ForereadExporter.class.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts an exporter that listens at a free port of the loopback address. */
    static ChildExporter start(Path directory, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--listen", "127.0.0.1:0"));
        all.addAll(List.of(arguments));
        return new ChildExporter(directory, all.toArray(new String[0]));
    }

    /** Waits until the answer has this status and contains this text. */
    void await(String path, int status, String text) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            HttpResponse<String> answer = get(path);
            assertThat(answer.body()).contains(text);
            assertThat(answer.statusCode()).isEqualTo(status);
        });
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    int exitCode() throws InterruptedException {
        process.waitFor(30, TimeUnit.SECONDS);
        return process.exitValue();
    }

    /** Waits until the exporter serves, then sends a request and returns the response. */
    HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    /** Waits until the exporter serves, then sends a request without waiting for the response. */
    CompletableFuture<HttpResponse<String>> getAsync(String path) throws Exception {
        return CLIENT.sendAsync(request(path), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String path) throws IOException {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> output().contains("serves "));
        Matcher matcher = URL.matcher(output());
        if (!matcher.find()) throw new IllegalStateException(output());
        return HttpRequest.newBuilder(URI.create(matcher.group(1)).resolve(path))
                .build();
    }

    void stop() {
        process.destroy();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
