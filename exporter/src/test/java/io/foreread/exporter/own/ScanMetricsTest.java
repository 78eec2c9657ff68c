package io.foreread.exporter.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.recorder.AllocationRecorder;
import io.foreread.exporter.recorder.ScanRecorder;
import io.foreread.exporter.recorder.ThreadClass;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class ScanMetricsTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ScanRecorder scans = new ScanRecorder();

    @Test
    void allLabelValuesExistFromTheStart() {
        bind();
        assertThat(meters.find("foreread_scans_total").functionCounters()).hasSize(6);
        assertThat(meters.find("foreread_fallbacks_total").functionCounters())
                .hasSize(ScanRecorder.Reason.values().length);
    }

    @Test
    void countersFollowTheRecorder() {
        bind();
        scans.opened(ScanRecorder.Reader.FOREREAD, ScanRecorder.Pattern.RAMP);
        scans.fellBack(ScanRecorder.Reason.CHUNK_CACHE);
        scans.filled(1_000, 2_500_000_000L);
        scans.served(1);
        scans.straddled();
        scans.filledDirectly(400);
        scans.decodedAhead(1);
        assertThat(counter("foreread_scans_total", "reader", "foreread", "pattern", "ramp"))
                .isEqualTo(1);
        assertThat(counter("foreread_fallbacks_total", "reason", "chunk_cache")).isEqualTo(1);
        assertThat(counter("foreread_fills_total")).isEqualTo(1);
        assertThat(counter("foreread_fill_bytes_total")).isEqualTo(1_000);
        assertThat(counter("foreread_fill_seconds_total")).isEqualTo(2.5);
        assertThat(counter("foreread_chunks_served_total")).isEqualTo(1);
        assertThat(counter("foreread_chunks_straddling_total")).isEqualTo(1);
        assertThat(counter("foreread_fill_direct_bytes_total")).isEqualTo(400);
        assertThat(counter("foreread_chunks_ahead_total")).isEqualTo(1);
    }

    @Test
    void gaugesShowTheMemoryOfReadAhead() {
        bind();
        assertThat(gauge("foreread_buffers_used")).isEqualTo(3);
        assertThat(gauge("foreread_buffer_used_bytes")).isEqualTo(786_432);
        assertThat(gauge("foreread_buffer_idle_bytes")).isEqualTo(524_288);
        assertThat(gauge("foreread_buffer_budget_bytes")).isEqualTo(67_108_864);
        assertThat(gauge("foreread_block_bytes")).isEqualTo(262_144);
        assertThat(gauge("foreread_read_ahead_enabled")).isEqualTo(1);
    }

    /** Micrometer keeps only a weak reference to the object from which a function counter reads. */
    @Test
    void countersContinueAfterAGarbageCollection() {
        bind();
        scans.filled(1, 1);
        assertThat(counter("foreread_fills_total")).isEqualTo(1);
        collectGarbage();
        scans.filled(1, 1);
        assertThat(counter("foreread_fills_total")).isEqualTo(2);
    }

    @Test
    void allocationIsExportedForEveryThreadClass() {
        AllocationRecorder allocations = new AllocationRecorder();
        new AllocationMetrics(allocations).bindTo(meters);
        allocations.sample();
        assertThat(meters.find("cassandra_allocated_bytes_total").functionCounters())
                .hasSize(allocations.supported() ? ThreadClass.values().length : 0);
        if (allocations.supported())
            assertThat(counter("cassandra_allocated_bytes_total", "thread_class", "other"))
                    .isPositive();
    }

    private void bind() {
        new ScanMetrics(scans, new FixedReadAheadState()).bindTo(meters);
    }

    private double counter(String name, String... tags) {
        return meters.get(name).tags(tags).functionCounter().count();
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    private static void collectGarbage() {
        WeakReference<Object> collected = new WeakReference<>(new Object());
        while (collected.get() != null) System.gc();
    }
}
