package io.foreread.exporter.http;

import io.foreread.exporter.source.RecordingSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Scrapes of {@link Renderings} by several threads. */
final class RenderingClients implements AutoCloseable {
    final RequestCounts counts = new RequestCounts();
    final RenderingMemory memory = new RenderingMemory(1 << 20);
    final ScrapeContext context = new ScrapeContext(counts, memory, TimeUnit.MINUTES.toNanos(1));
    final ExecutorService threads = Executors.newCachedThreadPool();
    final CountDownLatch release = new CountDownLatch(1);
    /** The number of renderings so far. */
    final AtomicInteger rendered = new AtomicInteger();
    /** The number of renderings that run. */
    final AtomicInteger running = new AtomicInteger();

    /** Starts a scrape whose rendering is blocked until {@link #release}. */
    Future<String> block(Renderings renderings, Set<String> names, String contentType) {
        return threads.submit(() -> scrape(renderings, names, contentType, this::blocked));
    }

    /** A rendering that ends after {@link #release}. */
    String blocked() throws InterruptedException {
        running.incrementAndGet();
        try {
            release.await();
        } finally {
            running.decrementAndGet();
        }
        return number();
    }

    /** A rendering that differs from all others. */
    String number() {
        return "rendering " + rendered.incrementAndGet();
    }

    /** Returns the number of clients that wait in {@link Renderings} itself. Clients in {@link #blocked} do not count. */
    long waitingThreads() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> List.of(stack).stream()
                        .anyMatch(frame -> frame.getClassName().equals(Renderings.class.getName())
                                && Set.of("awaitTurn", "follow").contains(frame.getMethodName())))
                .filter(stack -> stack[0].getMethodName().startsWith("wait"))
                .count();
    }

    String scrape(Renderings shared, Set<String> names, String contentType) throws Exception {
        return scrape(shared, names, contentType, this::number);
    }

    String scrape(Renderings shared, Set<String> names, String contentType, Callable<String> text)
            throws NotServedException, IOException {
        return scrape(shared, names, contentType, context, text);
    }

    String scrape(Renderings shared, Set<String> names, String contentType, ScrapeContext limits, Callable<String> text)
            throws NotServedException, IOException {
        Rendering rendering = shared.get(names, contentType, limits, out -> {
            byte[] bytes = text(text).getBytes(StandardCharsets.UTF_8);
            try (CompressedPieces.Response gzip = new CompressedPieces(0).response(out)) {
                gzip.write(bytes);
                gzip.finish();
            }
            return bytes.length;
        });
        try {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            rendering.writeTo(read, false);
            return read.toString(StandardCharsets.UTF_8);
        } finally {
            rendering.release();
        }
    }

    private static String text(Callable<String> text) {
        try {
            return text.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the number of scrapes by their result. */
    Map<String, Double> results() {
        Map<String, Double> results = new HashMap<>();
        RecordingSink sink = RecordingSink.of(counts);
        for (RequestCounts.ScrapeResult result : RequestCounts.ScrapeResult.values())
            results.put(result.word, sink.samples().get("foreread_http_scrapes_total[" + result.word + "]"));
        return results;
    }

    @Override
    public void close() {
        release.countDown();
        threads.shutdownNow();
    }
}
