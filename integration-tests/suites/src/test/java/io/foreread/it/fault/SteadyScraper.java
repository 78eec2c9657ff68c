package io.foreread.it.fault;

import io.foreread.it.abuse.AbusedEndpoint;
import io.foreread.it.fixture.EndpointCredentials;
import io.foreread.it.fixture.Scrape;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Scrapes the endpoint over a persistent connection and with a timeout of ten seconds, as Prometheus does. The next
 * scrape starts one second after the end of the previous one, even after a failure.
 */
final class SteadyScraper implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 10;
    private static final long PERIOD_MILLIS = 1000;

    private final HttpClient client;
    private final HttpRequest request;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "steady-scraper");
    private final AtomicInteger answered = new AtomicInteger();
    private volatile Scrape last;

    /** @param security the credentials; null if the endpoint has neither TLS nor passwords */
    SteadyScraper(AbusedEndpoint target, EndpointCredentials security) {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (security != null) builder.sslContext(security.clientContext());
        client = builder.build();
        HttpRequest.Builder get = HttpRequest.newBuilder(URI.create(
                        (target.tls() ? "https://" : "http://") + target.host() + ":" + target.port() + "/metrics"))
                .header("Accept", "application/openmetrics-text;version=1.0.0")
                .header("X-Prometheus-Scrape-Timeout-Seconds", Long.toString(TIMEOUT_SECONDS));
        if (target.asksForPassword()) get.header("Authorization", target.authorization());
        request = get.build();
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                scrape();
                // Sets the pace of the client. It does not wait for a condition.
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException closed) {
            // The scraper was closed.
        }
    }

    private void scrape() throws InterruptedException {
        // The timeout of the client covers the headers only.
        CompletableFuture<HttpResponse<String>> coming =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        try {
            HttpResponse<String> response = coming.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (response.statusCode() != 200 || !response.body().endsWith("# EOF\n"))
                failures.add("status " + response.statusCode() + ", "
                        + response.body().length() + " characters");
            else {
                last = Scrape.parse(response.body());
                answered.incrementAndGet();
            }
        } catch (ExecutionException | TimeoutException e) {
            coming.cancel(true);
            failures.add(e.toString());
        }
    }

    /** The number of complete answers. */
    int answered() {
        return answered.get();
    }

    /** @return the last answer; null before the first */
    Scrape last() {
        return last;
    }

    Queue<String> failures() {
        return failures;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
