package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/metrics.md is generated from the catalog: {@code ./mvnw -pl exporter test -Dforeread.update=true} rewrites it. */
class MetricsDocTest {
    private static final Path DOC = Path.of("../docs/metrics.md");

    private static final String HISTOGRAMS =
            """
            ## Histograms

            Cassandra's histograms have one set of bounds (`le`) for durations, one for sizes and one for counts, the same on every
            release, in the agent and in the standalone exporter. So histograms can be added up over nodes of any releases, also in the
            middle of an upgrade. The bounds are:

            | unit | bounds |
            |---|---|
            | seconds | 0.0001, 0.00025, 0.0005, 0.001, 0.0025 and so on up to 30 |
            | seconds that Cassandra counts as days | 1, 7, 14, 30, 60, 90, 180 and 365 days in seconds |
            | bytes | 64, 256, 1024 and so on, each 4 times the previous one, up to 1073741824 |
            | none | 1, 2, 5, 10, 25, 50, 100 and so on up to 10000, then 100000 and 1000000; also 0 where Cassandra counts zeros separately |

            Cassandra counts values in buckets. Each of its bounds is 1.2 times the previous bound, and the bounds differ between releases.
            The exported count at a bound is Cassandra's count at the nearest of its own bounds. It lies between the exact counts at the
            bound divided by 1.2 and at the bound multiplied by 1.2; for the unit none, the counts at the bounds up to 5 are exact. `_count`
            and the bucket `+Inf` are exact, `_sum` is exact where Cassandra has a total, otherwise up to 20 % too high. Buckets count from
            the start of the node and never decrease, unlike the decaying counts from which Cassandra computes percentiles. Values above
            Cassandra's own last bound (18 s for hints, hours for other durations) are in `+Inf` only.

            Foreread's own histograms are exact. Their bounds suit what they measure, do not depend on the release and are the same on all
            nodes: for reads of sstables they begin at 1 us and at 512 bytes, for compactions they reach from 100 ms to hours.

            Prometheus 3 can store all these histograms as native histograms with custom buckets (NHCB), which needs a fraction of the series:

            ```yaml
            scrape_configs:
              - job_name: cassandra
                convert_classic_histograms_to_nhcb: true
                always_scrape_classic_histograms: true   # the dashboards and alerts in grafana/ query _bucket
            ```

            Older releases of Prometheus 3 also need `--enable-feature=native-histograms`. A query is then
            `histogram_quantile(0.99, sum by (operation) (rate(cassandra_client_request_latency_seconds[5m])))`. Such a
            sum needs equal bounds, which the histograms have on every release.

            """;

    @Test
    void documentationMatchesTheCatalog() throws IOException {
        String generated = document();
        if (Boolean.getBoolean("foreread.update")) Files.writeString(DOC, generated);
        assertThat(DOC)
                .as("run ./mvnw -pl exporter test -Dforeread.update=true")
                .hasContent(generated);
    }

    private static String document() {
        StringBuilder text = new StringBuilder();
        text.append("# Metrics\n\n")
                .append(
                        "Generated from the catalog; `./mvnw -pl exporter test -Dforeread.update=true` rewrites it.\n\n")
                .append(
                        "Counters end in `_total` and never decrease. A histogram has `_bucket`, `_sum` and `_count`. A metric that a\n")
                .append("release of Cassandra does not have is absent, never zero. `activity` is one of compaction,\n")
                .append(
                        "validation, anticompaction, cleanup, upgradesstables, scrub, verify, index_build, range_read,\n")
                .append("point_read, streaming, flush, other.\n\n")
                .append(
                        "A metric with the labels `peer` and `datacenter` has one series per `peer`. In clusters of more than `metrics.peers.max` nodes\n")
                .append(
                        "(30 by default) it has one sum per `datacenter` of the peers instead. `cassandra_endpoint_up` and `cassandra_node_info`\n")
                .append(
                        "have both labels. In larger clusters, `cassandra_endpoint_up` is not exported. See [other nodes](configuration.md#other-nodes).\n\n")
                .append(
                        "A gauge is absent where Cassandra has a value that means unknown or unlimited, such as -1, NaN or the maximum of an\n")
                .append(
                        "integer type. Exports with the names of jmx_exporter keep such values, as jmx_exporter does.\n\n")
                .append(HISTOGRAMS)
                .append("## Metrics of Foreread\n\n");
        table(text, OwnMetrics.all(), false);
        text.append(
                        "\nCassandra reads some components with java.io streams when it opens an sstable (Summary, Filter,\n")
                .append("CompressionInfo). These reads are not counted.\n\n## Metrics of Cassandra's registry\n");
        text.append(
                        "\nThe column `default` says whether a family is exported by default: yes, no, or for some of its labels. The column `Cassandra` lists the lines that have the family.\n")
                .append(
                        "Guardrails have no metrics on any line: violations are in the log and in the response to the client.\n\n");
        table(text, CassandraCatalog.get().families(), true);
        text.append("\n## Other metrics of Cassandra\n\n")
                .append(
                        "These metrics are read from MBeans in the background: live metrics every 5 s, slow and rare metrics as set in `metrics.refresh`.\n\n");
        facts(text, NodeFacts.all());
        text.append(
                        "\n## JVM and process\n\nLive metrics are read by the scrape. If Prometheus' client_java 1.x has a metric, its name, labels and label values\n")
                .append(
                        "are the same here; memory pools have the additional label `area`. If a pool has no limit, client_java exports -1, and\n")
                .append(
                        "Foreread does not export the series. Micrometer or Foreread defines `process_cpu_usage`, `process_uptime_seconds` and `system_*`.\n\n");
        facts(text, JvmFacts.all());
        text.append(
                        "\nThe endpoint of a node also exports Micrometer's metrics of garbage collections, from notifications of the JVM:\n\n")
                .append("| metric | type | labels | meaning |\n|---|---|---|---|\n")
                .append(
                        "| `jvm_gc_pause_seconds` | summary | action, cause, gc | Pauses for garbage collections and their duration, by cause. |\n")
                .append(
                        "| `jvm_gc_pause_seconds_max` | gauge | action, cause, gc | Longest pause of the last two minutes. |\n")
                .append(
                        "| `jvm_gc_concurrent_phase_time_seconds` | summary | action, cause, gc | Concurrent phases of garbage collectors, which do not pause the application, and their duration. |\n")
                .append(
                        "| `jvm_gc_concurrent_phase_time_seconds_max` | gauge | action, cause, gc | Longest concurrent phase of the last two minutes. |\n")
                .append(
                        "| `jvm_gc_memory_allocated_bytes_total` | counter |  | Growth of the young generation between collections. |\n")
                .append(
                        "| `jvm_gc_memory_promoted_bytes_total` | counter |  | Growth of the old generation during collections; absent for collectors without generations. |\n")
                .append(
                        "| `jvm_gc_live_data_size_bytes` | gauge |  | Size of the old generation after its last collection. |\n")
                .append("| `jvm_gc_max_data_size_bytes` | gauge |  | Limit of the old generation. |\n");
        text.append("\n## Metrics of the standalone exporter\n\n");
        table(text, JmxMetrics.all(), false);
        return text.toString();
    }

    private static void facts(StringBuilder text, List<Fact> facts) {
        text.append(
                "| metric | type | labels | Cassandra | refresh | source | meaning |\n|---|---|---|---|---|---|---|\n");
        for (Fact fact : facts)
            text.append("| `%s` | %s | %s | %s | %s | `%s` | %s |\n"
                    .formatted(
                            fact,
                            fact.metric().type().name().toLowerCase(Locale.ROOT),
                            labels(fact.metric()),
                            fact.lines(),
                            fact.refresh().word(),
                            fact.source(),
                            fact.metric().help()));
    }

    private static void table(StringBuilder text, List<Metric> metrics, boolean bridged) {
        text.append("| metric | type | labels |")
                .append(bridged ? " Cassandra | default |" : "")
                .append(" meaning |\n");
        text.append("|---|---|---|").append(bridged ? "---|---|" : "").append("---|\n");
        Set<String> seen = new LinkedHashSet<>();
        for (Metric metric : metrics) {
            if (!seen.add(metric.name())) continue;
            text.append("| `")
                    .append(metric.name())
                    .append("` | ")
                    .append(metric.type().name().toLowerCase(Locale.ROOT))
                    .append(" | ")
                    .append(labels(metric))
                    .append(" | ");
            if (bridged)
                text.append(CassandraCatalog.get().lines(metric))
                        .append(" | ")
                        .append(byDefault(metric))
                        .append(" | ");
            text.append(metric.help()).append(" |\n");
        }
    }

    private static String labels(Metric metric) {
        List<String> labels = new ArrayList<>(metric.labelNames());
        int peer = labels.indexOf("peer");
        if (peer >= 0 && !labels.contains("datacenter")) labels.add(peer + 1, "datacenter");
        return String.join(", ", labels);
    }

    private static String byDefault(Metric family) {
        Set<Boolean> documented = CassandraCatalog.get().rows().stream()
                .filter(row -> row.family() == family)
                .map(Row::byDefault)
                .collect(Collectors.toSet());
        return documented.size() == 2 ? "some" : documented.contains(true) ? "yes" : "no";
    }
}
