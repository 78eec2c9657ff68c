package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraCatalogTest {
    @ParameterizedTest
    @CsvSource({
        "ClientRequest, Latency, Read, read",
        "ClientRequest, Timeouts, CASWrite, cas_write",
        "Cache, Hits, ChunkCache, chunk",
        "DroppedMessage, Dropped, READ_REQ, READ",
        "DroppedMessage, Dropped, READ, READ",
        "DroppedMessage, Dropped, PAXOS2_COMMIT_REMOTE_REQ, PAXOS2_COMMIT_REMOTE_REQ"
    })
    void scopeBecomesALabel(String type, String name, String scope, String label) {
        assertThat(row(type, name).labelValues(name, scope)).containsExactly(label);
    }

    @Test
    void threadPoolHasGroupAndName() {
        Row row = row("ThreadPools", "ActiveTasks");
        assertThat(row.labelValues("ActiveTasks", "internal.PerDiskMemtableFlushWriter_0"))
                .containsExactly("internal", "PerDiskMemtableFlushWriter_0");
        assertThat(row.labelValues("ActiveTasks", "internal")).isNull();
    }

    @Test
    void requestsByConsistencyLevelAreNotInTheTotal() {
        assertThat(row("ClientRequest", "Latency").labelValues("Latency", "Read-LOCAL_QUORUM"))
                .isNull();
    }

    @Test
    void rowDoesNotMatchAnUnexpectedScope() {
        assertThat(row("Storage", "Load").labelValues("Load", "")).isEmpty();
        assertThat(row("Storage", "Load").labelValues("Load", "x")).isNull();
        assertThat(row("DroppedMessage", "Dropped").labelValues("Dropped", "")).isNull();
    }

    @Test
    void metricsOutsideTheCatalogAreNotExported() {
        assertThat(CassandraCatalog.get().rows("Table", "NoSuchThing")).isEmpty();
        assertThat(CassandraCatalog.get().rows("NoSuchType", "Latency")).isEmpty();
    }

    @Test
    void labelValuesMatchLabelNames() {
        assertThat(row("ThreadPools", "ActiveTasks").family().labelNames()).containsExactly("group", "pool");
        assertThat(row("ClientRequest", "Latency").family().labelNames()).containsExactly("operation");
    }

    @Test
    void aRowWithAMetricPerPeerSaysSo() {
        assertThat(row("Connection", "LargeMessagePendingTasks").isPerPeer()).isTrue();
        assertThat(row("ClientRequest", "Latency").isPerPeer()).isFalse();
    }

    @Test
    void aGroupHasTheNameAndTheLevelOfItsFile() {
        Group group = row("Table", "LiveSSTableCount").group();
        assertThat(group.name()).isEqualTo("table");
        assertThat(group).hasToString("table");
        assertThat(group.level()).isEqualTo(Level.TABLE);
        assertThat(group.level().word()).isEqualTo("table");
    }

    private static Row row(String type, String name) {
        return CassandraCatalog.get().rows(type, name).get(0);
    }
}
