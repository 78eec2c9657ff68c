package io.foreread.it.bench.scrape;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.zip.GZIPInputStream;

/**
 * The measured response to a scrape, requested like Prometheus does: compressed OpenMetrics text.
 *
 * @param wallNanos time from the request to the last byte, without decompression
 * @param bytes uncompressed size of the response
 */
record Body(long wallNanos, long bytes, long samples, long families) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /**
     * Scrapes an endpoint and counts the response.
     *
     * @throws UncheckedIOException if there is no response
     * @throws IllegalStateException if the status of the response is not 200
     */
    static Body of(URI endpoint) {
        long startNanos = System.nanoTime();
        HttpResponse<byte[]> response = answer(endpoint);
        long wallNanos = System.nanoTime() - startNanos;
        boolean gzip =
                response.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
        InputStream packed = new ByteArrayInputStream(response.body());
        try (InputStream text = gzip ? new GZIPInputStream(packed, 1 << 16) : packed) {
            return count(text, wallNanos);
        } catch (IOException e) {
            throw new UncheckedIOException("no text from " + endpoint + ": " + e, e);
        }
    }

    /**
     * Scrapes an endpoint and returns the complete response.
     *
     * @throws UncheckedIOException if there is no response
     * @throws IllegalStateException if the status of the response is not 200
     */
    static HttpResponse<byte[]> answer(URI endpoint) {
        HttpRequest request = HttpRequest.newBuilder(endpoint)
                .timeout(PATIENCE)
                .header(
                        "Accept",
                        "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                                + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
                .header("Accept-Encoding", "gzip")
                .build();
        try {
            HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200)
                throw new IllegalStateException(endpoint + " answered " + response.statusCode());
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException("no answer from " + endpoint + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + endpoint, e);
        }
    }

    /** Counts lines without a leading hash as samples and {@code # TYPE} lines as families. */
    static Body count(InputStream text, long wallNanos) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long bytes = 0;
        long samples = 0;
        long families = 0;
        int column = 0;
        boolean comment = false;
        for (int read = text.read(buffer); read >= 0; read = text.read(buffer)) {
            bytes += read;
            for (int i = 0; i < read; i++) {
                byte c = buffer[i];
                if (c == '\n') {
                    column = 0;
                    continue;
                }
                if (column == 0) {
                    comment = c == '#';
                    if (!comment) samples++;
                }
                // "# TYPE" is the only comment with a T at this position.
                if (comment && column == 2 && c == 'T') families++;
                column++;
            }
        }
        return new Body(wallNanos, bytes, samples, families);
    }
}
