package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** docs/metrics.md is generated from the catalog: {@code ./mvnw -pl exporter test -Dforeread.update=true} rewrites it. */
class MetricsDocTest {
    private static final Path DOC = Path.of("../docs/metrics.md");

    @Test
    void theListOfMetricsIsTheCatalog() throws IOException {
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
                        "Counters end in `_total` and never go down. A histogram has `_bucket`, `_sum` and `_count`. What a\n")
                .append("release of Cassandra does not have is absent, never zero. `activity` is one of compaction,\n")
                .append(
                        "validation, anticompaction, cleanup, upgradesstables, scrub, verify, index_build, range_read,\n")
                .append("point_read, streaming, other.\n\n")
                .append("## What only Foreread measures\n\n");
        table(text, OwnMetrics.all());
        text.append(
                        "\nReads of components that Cassandra takes through java.io streams when it opens an sstable (Summary,\n")
                .append("Filter, CompressionInfo) are not counted.\n\n## Cassandra's own\n\n");
        table(text, CassandraCatalog.get().families());
        text.append("\n## JVM and process\n\n`jvm_*`, `process_*` and `system_*` as Micrometer's binders name them.\n");
        return text.toString();
    }

    private static void table(StringBuilder text, List<Metric> metrics) {
        text.append("| metric | type | labels | meaning |\n|---|---|---|---|\n");
        Set<String> seen = new LinkedHashSet<>();
        for (Metric metric : metrics)
            if (seen.add(metric.name()))
                text.append("| `")
                        .append(metric.name())
                        .append("` | ")
                        .append(metric.type().name().toLowerCase(Locale.ROOT))
                        .append(" | ")
                        .append(String.join(", ", metric.labelNames()))
                        .append(" | ")
                        .append(metric.help())
                        .append(" |\n");
    }
}
