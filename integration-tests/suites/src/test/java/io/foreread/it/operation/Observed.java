package io.foreread.it.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.it.fixture.CassandraNode;
import io.foreread.it.fixture.Scrape;
import java.util.Map;

/** The increase of the agent's counters while an operation ran. */
public record Observed(Scrape start, Scrape end) {
    /** The size of an empty chunk. A file that Cassandra opened early ends with such a chunk, which is not read. */
    private static final int EMPTY_CHUNK_BYTES = 32;

    public static Observed during(CassandraNode node, Runnable work) {
        Scrape start = node.metrics();
        work.run();
        return new Observed(start, node.metrics());
    }

    /** @param pattern full or ramp */
    public double scansOfForeread(String pattern) {
        return delta("foreread_scans_total", Map.of("reader", "foreread", "pattern", pattern));
    }

    public double scansOfTheNativeReader() {
        return delta("foreread_scans_total", Map.of("reader", "native"));
    }

    /** Checks that Foreread's reader made at least one full scan per sstable, and read ahead this number of bytes. */
    public void assertReadAhead(long sstables, long bytes) {
        assertThat(scansOfForeread("full")).as("scans that read ahead").isGreaterThanOrEqualTo(sstables);
        assertThat(delta("foreread_fill_bytes_total", Map.of()))
                .as("bytes read ahead")
                .isGreaterThanOrEqualTo(bytes - sstables * EMPTY_CHUNK_BYTES);
    }

    double fallbacks(String reason) {
        return delta("foreread_fallbacks_total", Map.of("reason", reason));
    }

    /** The bytes of physical reads of Data.db. */
    public double dataBytesRead(String activity) {
        return delta("cassandra_sstable_read_size_bytes_sum", Map.of("activity", activity, "component", "Data"));
    }

    /** The increase of the sum of all samples with this name and these labels. */
    public double delta(String name, Map<String, String> labels) {
        return end.sum(name, labels) - start.sum(name, labels);
    }
}
