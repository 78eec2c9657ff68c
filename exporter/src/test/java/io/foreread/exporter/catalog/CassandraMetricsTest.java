package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraMetricsTest {
    @ParameterizedTest
    @CsvSource({
        "ClientRequest, Latency, Read, read",
        "ClientRequest, Timeouts, CASWrite, cas_write",
        "Cache, Hits, ChunkCache, chunk",
        "DroppedMessage, Dropped, READ_REQ, READ",
        "DroppedMessage, Dropped, READ, READ",
        "DroppedMessage, Dropped, PAXOS2_COMMIT_REMOTE_REQ, PAXOS2_COMMIT_REMOTE_REQ"
    })
    void theScopeBecomesALabel(String type, String name, String scope, String label) {
        assertThat(CassandraMetrics.row(type, name).labelValues(scope)).containsExactly(label);
    }

    @Test
    void aThreadPoolHasAGroupAndAName() {
        CassandraMetrics.Row row = CassandraMetrics.row("ThreadPools", "ActiveTasks");
        assertThat(row.labelValues("internal.PerDiskMemtableFlushWriter_0"))
                .containsExactly("internal", "PerDiskMemtableFlushWriter_0");
        assertThat(row.labelValues("internal")).isNull();
    }

    @Test
    void requestsByConsistencyLevelAreLeftOutBecauseTheTotalHasThem() {
        assertThat(CassandraMetrics.row("ClientRequest", "Latency").labelValues("Read-LOCAL_QUORUM"))
                .isNull();
    }

    @Test
    void aScopeWhereNoneBelongsIsAnotherMetric() {
        assertThat(CassandraMetrics.row("Storage", "Load").labelValues("")).isEmpty();
        assertThat(CassandraMetrics.row("Storage", "Load").labelValues("x")).isNull();
        assertThat(CassandraMetrics.row("DroppedMessage", "Dropped").labelValues(""))
                .isNull();
    }

    @Test
    void whatIsNotInTheTableIsNotExported() {
        assertThat(CassandraMetrics.row("Table", "SnapshotsSize")).isNull();
        assertThat(CassandraMetrics.row("Compaction", "PendingTasksByTableName"))
                .isNull();
    }

    @Test
    void labelValuesFitLabelNames() {
        assertThat(CassandraMetrics.row("ThreadPools", "ActiveTasks").family().labelNames())
                .containsExactly("group", "pool");
        assertThat(CassandraMetrics.row("ClientRequest", "Latency").family().labelNames())
                .containsExactly("operation");
    }
}
