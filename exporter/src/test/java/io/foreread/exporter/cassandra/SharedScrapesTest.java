package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that concurrent scrapes read a metric once, and that neither a slow client nor a hung read delays scrapes. */
class SharedScrapesTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";

    private final MetricRegistry registry = new MetricRegistry();
    private final Bridge bridge = new Bridge(MetricsConfig.defaults());

    @Test
    @Timeout(30)
    void stalledClientDelaysNoOtherScrapeAndNoRegistration() throws InterruptedException {
        for (int i = 0; i < 5_000; i++)
            registry.register(PREFIX + "ThreadPools.ActiveTasks.request.Stage" + i, (Gauge<Integer>) () -> 1);
        InProcessSource.follow(registry, bridge);
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Thread reader = new Thread(() -> scrape(new StalledStream(stalled, release)));
        reader.start();
        stalled.await();
        registry.register(PREFIX + "ThreadPools.ActiveTasks.request.Late", (Gauge<Integer>) () -> 1);
        assertThat(ScrapedText.by(bridge).samples()).hasSize(5_001);
        release.countDown();
        reader.join();
    }

    /** The gauge hangs like a gauge that lists snapshots on a hung disk. */
    @Test
    @Timeout(30)
    void hungBackgroundReadDelaysNoScrape() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger read = new AtomicInteger();
        registry.register(PREFIX + "Table.SnapshotsSize.ks.t", (Gauge<Integer>) () -> {
            if (read.incrementAndGet() == 2) {
                hangs.countDown();
                await(release);
            }
            return read.get();
        });
        Bridge scraped = new Bridge(MetricsConfig.of(
                Map.of("metrics.table.include", "cassandra_table_snapshots_true_size_bytes"), new ArrayList<>()));
        InProcessSource.follow(registry, scraped);
        scraped.refreshNew();
        Thread background = new Thread(() -> scraped.reads(Refresh.RARE).forEach(one -> one.read()));
        background.start();
        hangs.await();
        assertThat(ScrapedText.by(scraped).samples().values()).containsExactly(1.0);
        release.countDown();
        background.join();
        assertThat(ScrapedText.by(scraped).samples().values()).containsExactly(2.0);
    }

    @Test
    @Timeout(30)
    void concurrentScrapesReadAMetricOnce() throws InterruptedException {
        AtomicInteger commitLogReads = new AtomicInteger();
        CountDownLatch stalled = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        // A scrape reads in the order of the catalog: the thread pools fill the client's buffer before CommitLog.
        for (int i = 0; i < 5_000; i++)
            registry.register(PREFIX + "ThreadPools.ActiveTasks.request.Stage" + i, (Gauge<Integer>) () -> 1);
        registry.register(PREFIX + "CommitLog.PendingTasks", (Gauge<Integer>) commitLogReads::incrementAndGet);
        InProcessSource.follow(registry, bridge);
        Thread first = new Thread(() -> scrape(new StalledStream(stalled, release)));
        first.start();
        stalled.await();
        ScrapedText.by(bridge);
        release.countDown();
        first.join();
        assertThat(commitLogReads).hasValue(1);
        ScrapedText.by(bridge);
        assertThat(commitLogReads).hasValue(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void scrape(OutputStream out) {
        try {
            TextBuffer buffer = new TextBuffer(out);
            bridge.write(Set.of(), TextFamily.Format.PROMETHEUS, buffer);
            buffer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A socket whose client has stopped reading. */
    private static final class StalledStream extends OutputStream {
        private final CountDownLatch stalled;
        private final CountDownLatch release;

        StalledStream(CountDownLatch stalled, CountDownLatch release) {
            this.stalled = stalled;
            this.release = release;
        }

        @Override
        public void write(int oneByte) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            stalled.countDown();
            try {
                if (!release.await(20, TimeUnit.SECONDS)) throw new IOException("never released");
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
