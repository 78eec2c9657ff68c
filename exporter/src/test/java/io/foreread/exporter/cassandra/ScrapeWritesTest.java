package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.text.TextBuffer;
import io.foreread.exporter.text.TextFamily;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests in which pieces a scrape is written. */
class ScrapeWritesTest {
    private static final String PREFIX = "org.apache.cassandra.metrics.";
    private static final int MAX_PIECE_CHARS = 8 * 1024;

    private final MetricRegistry registry = new MetricRegistry();

    @Test
    void largeFamilyIsWrittenInPieces() throws IOException {
        pools(1_000);
        assertThat(pieces()).hasSizeGreaterThan(2).allSatisfy(piece -> assertThat(piece)
                .hasSizeLessThan(MAX_PIECE_CHARS));
    }

    /** The pieces of an unchanged family are then equal in each scrape, whatever the length of the families before it. */
    @Test
    void familyBeginsAPiece() throws IOException {
        pools(30);
        registry.register(PREFIX + "CommitLog.PendingTasks", (Gauge<Integer>) () -> 1);
        assertThat(pieces())
                .anySatisfy(piece -> assertThat(piece).startsWith("# HELP cassandra_commit_log_pending_tasks "));
    }

    private void pools(int count) {
        for (int i = 0; i < count; i++)
            registry.register(PREFIX + "ThreadPools.ActiveTasks.request.Stage" + i, (Gauge<Integer>) () -> 1);
    }

    private List<String> pieces() throws IOException {
        List<String> pieces = new ArrayList<>();
        TextBuffer buffer = new TextBuffer(new OutputStream() {
            @Override
            public void write(int oneByte) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                pieces.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }
        });
        RegistryBridge.of(registry, Map.of()).write(Set.of(), TextFamily.Format.PROMETHEUS, buffer);
        buffer.flush();
        return pieces;
    }
}
