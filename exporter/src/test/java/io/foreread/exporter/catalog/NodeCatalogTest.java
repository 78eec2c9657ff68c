package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Checks the rows of the node level: scopes, names with a variable part, and the number of series. */
class NodeCatalogTest {
    private static final CassandraCatalog CATALOG = CassandraCatalog.get();

    /** Fewer default series of an idle node mean that groups of the catalog are missing. */
    private static final int MIN_SERIES = 900;

    private static final int MAX_SERIES = 2_000;

    /** The maximum number of series of a histogram: buckets, sum and count. */
    private static final int MAX_SERIES_OF_A_HISTOGRAM = 22;

    /** For each list of label names, the number of combinations of their values on a cluster of one node. */
    private static final Map<List<String>, Integer> SERIES_OF_LABELS = Map.of(
            List.of(), 1,
            List.of("operation"), 6,
            List.of("message_type"), 110,
            List.of("group", "pool"), 45,
            List.of("cache"), 4,
            List.of("pool"), 2,
            List.of("peer"), 0);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ClientRequest|Latency|Read-LOCAL_QUORUM|cassandra_client_request_consistency_latency_seconds|read LOCAL_QUORUM",
                "ClientRequest|Latency|Read|cassandra_client_request_latency_seconds|read",
                "ClientRequest|Latency|AccordWrite|cassandra_client_request_latency_seconds|accord_write",
                "ClientRequest|ConditionNotMet|CASWrite|cassandra_client_request_cas_condition_not_met_total|",
                "StorageProxy|ReadRejected|PartitionDenylist|cassandra_client_request_denied_total|read",
                "UnweightedCache|Hits|NetworkPermissionsCache|cassandra_cache_hits_total|network_permissions",
                "ThreadPools|ActiveTasks|internal.Repair-Task|cassandra_thread_pool_active_tasks|internal Repair-Task",
                "BufferPool|Size|''|cassandra_buffer_pool_size_bytes|chunk_cache",
                "BufferPool|Size|chunk-cache|cassandra_buffer_pool_size_bytes|chunk_cache",
                "Messaging|MUTATION_REQ-WaitLatency|''|cassandra_messaging_wait_seconds|MUTATION",
                "Messaging|dc1-Latency|''|cassandra_messaging_datacenter_latency_seconds|dc1",
                "Messaging|dc1|east-Latency|cassandra_messaging_datacenter_latency_seconds|dc1.east",
                "Messaging|CrossNodeLatency|''|cassandra_messaging_cross_node_latency_seconds|",
                "HintedHandOffManager|Hints_created-127|0.0.2|cassandra_hints_created_total|127.0.0.2",
                "HintsService|Hints_created-/127|0.0.2.7000|cassandra_hints_created_total|127.0.0.2:7000",
                "HintsService|Hints_created-/127.0.0.2.7000|''|cassandra_hints_created_total|127.0.0.2:7000",
                "HintsService|Hint_delays|''|cassandra_hints_round_trip_seconds|",
                "HintsService|Hint_delays-/127|0.0.2.7000|cassandra_hints_peer_round_trip_seconds|127.0.0.2:7000",
                "Connection|LargeMessagePendingTasks|127.0.0.2_7000|cassandra_internode_outbound_pending_messages|127.0.0.2:7000 large",
                "Connection|GossipMessagePendingTasks|127.0.0.2|cassandra_internode_outbound_pending_messages|127.0.0.2 urgent",
                "Streaming|IncomingBytes|/127.0.0.2.7000|cassandra_streaming_peer_incoming_bytes_total|127.0.0.2:7000",
                "Repair|Retries-SYNC_REQ|''|cassandra_repair_message_retries|SYNC_REQ",
                "Repair|Retries|''|cassandra_repair_retries|",
                "CIDRAuthorizer|CIDRAccessesRejectedCount - office|''|cassandra_cidr_accesses_total|office rejected",
                "AutoRepair|RepairsInProgress|full|cassandra_auto_repair_running|full",
                "AccordCoordinator|FastPaths|rx|cassandra_accord_transactions_total|sync_point fast",
                "AccordCache|Hits|CommandsForKey|cassandra_accord_cache_hits_total|commands_for_key"
            })
    void metricBecomesOneSeries(String type, String name, String scope, String family, String labels) {
        List<Row> mapping = mapping(type, name, scope).toList();
        assertThat(mapping).extracting(row -> row.family().name()).containsExactly(family);
        assertThat(String.join(" ", mapping.get(0).labelValues(name, scope))).isEqualTo(labels == null ? "" : labels);
    }

    /** For example, ConditionNotMet with the scope CASRead has the same value as with the scope CASWrite. */
    @ParameterizedTest
    @CsvSource({"ClientRequest, ConditionNotMet, CASRead", "Client, AuthSuccess, Password", "Messaging, -Latency, ''"})
    void duplicateMetricsAreIgnored(String type, String name, String scope) {
        assertThat(CATALOG.rows(type, name)).as("rows for other scopes").isNotEmpty();
        assertThat(mapping(type, name, scope)).isEmpty();
    }

    /** Each repair command has its own pool, so their series would become more and more. */
    @Test
    void poolsOfSingleRepairCommandsAreNotExported() {
        assertThat(mapping("ThreadPools", "ActiveTasks", "internal.Repair#12")).isEmpty();
    }

    private static Stream<Row> mapping(String type, String name, String scope) {
        return CATALOG.rows(type, name).stream().filter(row -> row.labelValues(name, scope) != null);
    }

    /** A search by pattern would be too slow, because a node can have 200,000 metrics of tables. */
    @Test
    void rowsOfKeyspacesAndTablesAreFoundByExactName() {
        assertThat(CATALOG.rows()).anyMatch(Row::varies);
        assertThat(CATALOG.rows())
                .filteredOn(row -> row.group().level() != Level.NODE)
                .hasSizeGreaterThan(200)
                .noneMatch(Row::varies);
    }

    @Test
    void histogramsByConsistencyLevelOrMessageTypeAreNotExportedByDefault() {
        assertThat(CATALOG.rows())
                .filteredOn(row -> row.family().type() == Metric.Type.HISTOGRAM)
                .filteredOn(row -> row.family().labelNames().contains("consistency")
                        || row.family().labelNames().contains("message_type"))
                .isNotEmpty()
                .noneMatch(Row::byDefault);
    }

    @ParameterizedTest
    @FieldSource("io.foreread.exporter.catalog.Lines#KNOWN")
    void idleNodeHasBetween900And2000SeriesByDefault(String line) {
        RegistryList atStart = RegistryList.of(line);
        int series = CATALOG.rows().stream()
                .filter(row -> row.group().level() == Level.NODE && row.byDefault())
                .filter(row -> !atStart.kinds(row).isEmpty())
                .mapToInt(NodeCatalogTest::series)
                .sum();
        assertThat(series).isBetween(MIN_SERIES, MAX_SERIES);
    }

    private static int series(Row row) {
        List<String> labels = row.family().labelNames();
        List<String> variable = labels.subList(0, labels.size() - row.constantLabels());
        assertThat(SERIES_OF_LABELS).as("labels of %s", row.family().name()).containsKey(variable);
        boolean histogram = row.family().type() == Metric.Type.HISTOGRAM;
        return SERIES_OF_LABELS.get(variable) * (histogram ? MAX_SERIES_OF_A_HISTOGRAM : 1);
    }
}
