package io.foreread.it.grafana;

import io.foreread.it.fixture.ChildJvmNodeBuilder;
import java.nio.file.Path;
import java.util.Map;

/** Configures the nodes of a cluster under load, so that all events of the dashboards occur within minutes. */
final class LivingNodes {
    /** Exports every family, and replaces the native read-ahead. */
    private static final String AGENT =
            "read-ahead=on,metrics.node.include=*,metrics.table.include=*,metrics.keyspace.include=*,"
                    + "metrics.table.distributions=buckets,metrics.refresh.slow=5s";

    /** The same options with a series budget that is smaller than the number of series of a node of the ring. */
    private static final String TIGHT = AGENT + ",metrics.series-budget=10000";

    private static final Map<String, Object> ALL_THE_TIME =
            Map.of("enabled", true, "initial_scheduler_delay", "0s", "min_repair_interval", "5s");

    private LivingNodes() {}

    static ChildJvmNodeBuilder shared(ChildJvmNodeBuilder builder) {
        return streaming(builder.agent(AGENT));
    }

    /** Configures a node that does not export all families, because its series budget is too small. */
    static ChildJvmNodeBuilder overBudget(ChildJvmNodeBuilder builder) {
        return streaming(builder.agent(TIGHT));
    }

    /**
     * Limits the throughput of streams, so that they are visible while they run. Limits the size of hint files, because
     * only full hint files are counted.
     */
    private static ChildJvmNodeBuilder streaming(ChildJvmNodeBuilder builder) {
        return builder.yaml("stream_throughput_outbound", "1MiB/s").yaml("max_hints_file_size_in_mb", 1);
    }

    /** Configures a node that supports transactions of Accord and whose agent has a configuration file. */
    static ChildJvmNodeBuilder latest(ChildJvmNodeBuilder builder, Path configuration) {
        return builder.agent("config=" + configuration + "," + AGENT)
                .heap("384m", "384m")
                .yaml("cluster_name", "latest")
                .yaml("accord", Map.of("enabled", true));
    }

    /** Configures a node that waits for each sync of its commit log, and that repairs automatically. */
    static ChildJvmNodeBuilder alone(ChildJvmNodeBuilder builder) {
        return shared(builder)
                .heap("384m", "384m")
                .yaml("commitlog_sync", "batch")
                .yaml("commitlog_sync_period_in_ms", 0)
                .systemProperty("cassandra.autorepair.enable", "true")
                // The node is alone, so the tables with the history of repairs have one replica.
                .systemProperty("cassandra.system_distributed.default_rf", "1")
                .yaml(
                        "auto_repair",
                        Map.of(
                                "enabled",
                                true,
                                "repair_check_interval",
                                "5s",
                                "repair_task_min_duration",
                                "0s",
                                "repair_type_overrides",
                                Map.of("full", ALL_THE_TIME)));
    }
}
