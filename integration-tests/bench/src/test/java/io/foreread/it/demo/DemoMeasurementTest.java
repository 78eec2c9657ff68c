package io.foreread.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.foreread.it.fixture.Scrape;
import org.junit.jupiter.api.Test;

class DemoMeasurementTest {
    private static final Scrape NOTHING = Scrape.parse("");

    @Test
    void countsTheActivityOfTheTableBetweenTheScrapes() {
        Scrape before = Scrape.parse(
                """
                cassandra_sstable_read_size_bytes_count{activity="compaction",component="Data",} 10
                cassandra_sstable_read_size_bytes_sum{activity="compaction",component="Data",} 1000
                cassandra_compaction_seconds_total{activity="compaction",keyspace="foreread_demo",table="rows",} 1
                """);
        Scrape after = Scrape.parse(
                """
                cassandra_sstable_read_size_bytes_count{activity="compaction",component="Data",} 14
                cassandra_sstable_read_size_bytes_sum{activity="compaction",component="Data",} 5000
                cassandra_sstable_read_size_bytes_count{activity="compaction",component="Index",} 99
                cassandra_sstable_read_seconds_sum{activity="compaction",component="Data",} 0.5
                cassandra_compaction_seconds_total{activity="compaction",keyspace="foreread_demo",table="rows",} 3
                cassandra_compaction_seconds_total{activity="compaction",keyspace="system",table="local",} 50
                cassandra_compaction_scanned_bytes_total{activity="compaction",keyspace="foreread_demo",table="rows",} 200
                cassandra_compaction_allocated_bytes_total{activity="compaction",keyspace="foreread_demo",table="rows",} 500
                """);

        DemoMeasurement measured = DemoMeasurement.between(before, after, "rows", 4 << 20, 7, 700);

        assertThat(measured.reads()).isEqualTo(4);
        assertThat(measured.meanReadBytes()).isEqualTo(1000);
        assertThat(measured.meanDeviceReadBytes()).isEqualTo(100);
        assertThat(measured.mibPerSecond()).isEqualTo(2);
        assertThat(measured.blockedSeconds()).isEqualTo(0.5);
        assertThat(measured.allocatedPerByte()).isEqualTo(2.5);
        assertThat(measured.isMapped()).isFalse();
    }

    @Test
    void underMmapBlockedTimeIsAtMostTheTimeOffTheCpu() {
        Scrape after = Scrape.parse(
                """
                cassandra_sstable_mmap_chunk_accesses_total{activity="compaction",} 20
                cassandra_sstable_mmap_chunk_access_seconds_total{activity="compaction",} 4.5
                cassandra_compaction_seconds_total{activity="compaction",keyspace="foreread_demo",table="rows",} 5
                cassandra_compaction_cpu_seconds_total{activity="compaction",keyspace="foreread_demo",table="rows",} 2
                """);

        DemoMeasurement measured = DemoMeasurement.between(NOTHING, after, "rows", 1, 0, 0);

        assertThat(measured.isMapped()).isTrue();
        assertThat(measured.blockedSeconds()).isCloseTo(3, within(1e-9));
    }

    @Test
    void missingMeasurementsAreZeroInsteadOfNaN() {
        DemoMeasurement measured = DemoMeasurement.between(NOTHING, NOTHING, "rows", 1, 0, 0);

        assertThat(measured.meanReadBytes()).isZero();
        assertThat(measured.meanDeviceReadBytes()).isZero();
        assertThat(measured.mibPerSecond()).isZero();
        assertThat(measured.allocatedPerByte()).isZero();
    }
}
