package io.foreread.exporter.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsCatalogTest {
    static List<Metric> all() {
        return Stream.of(
                        OwnMetrics.all().stream(),
                        JmxMetrics.all().stream(),
                        CassandraCatalog.get().families().stream(),
                        NodeFacts.all().stream().map(Fact::metric),
                        JvmFacts.all().stream().map(Fact::metric))
                .flatMap(metrics -> metrics)
                .toList();
    }

    @Test
    void namesAreUnique() {
        assertThat(all()).extracting(Metric::name).doesNotHaveDuplicates();
    }

    @Test
    void theStateOfANodeHasTheLabelsOfItsTargetToo() {
        Metric nodeUp = JmxMetrics.nodeUp(List.of("node", "team"));
        assertThat(nodeUp.labelNames()).containsExactly("node", "team");
        assertThat(nodeUp.name()).isEqualTo(JmxMetrics.NODE_UP.name());
        assertThat(nodeUp.type()).isEqualTo(Metric.Type.GAUGE);
    }

    /** OpenMetrics names a family without the suffix of its type: x and x_total are one family there. */
    @Test
    void namesAreUniqueInOpenMetrics() {
        assertThat(all())
                .extracting(metric -> metric.name().replaceFirst("_(total|info)$", ""))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {OwnMetrics.class, OwnCompactionMetrics.class, JmxMetrics.class, NodeFacts.class, JvmFacts.class})
    void declaredMetricsAreListed(Class<?> declaring) throws IllegalAccessException {
        List<Metric> declared = new ArrayList<>();
        for (Field field : declaring.getFields())
            if (field.getType() == Metric.class) declared.add((Metric) field.get(null));
        assertThat(declared).isNotEmpty();
        assertThat(all()).containsAll(declared);
    }

    @Test
    void theMetricsOfCompactionsAreOwnMetrics() {
        assertThat(OwnCompactionMetrics.all()).isNotEmpty();
        assertThat(OwnMetrics.all()).containsAll(OwnCompactionMetrics.all());
    }

    @ParameterizedTest
    @MethodSource("all")
    void namesAreSnakeCaseWithAKnownPrefix(Metric metric) {
        assertThat(metric.name()).matches("(cassandra|foreread|jvm|process|system)(_[a-z]+)+(_1m)?");
    }

    @ParameterizedTest
    @MethodSource("all")
    void suffixMatchesTheType(Metric metric) {
        assertThat(metric.name().endsWith("_total")).isEqualTo(metric.type() == Metric.Type.COUNTER);
        assertThat(metric.name().endsWith("_info")).isEqualTo(metric.type() == Metric.Type.INFO);
        assertThat(metric.name()).doesNotMatch(".*_(count|sum|bucket)");
    }

    @ParameterizedTest
    @MethodSource("all")
    void nameEndsWithItsBaseUnit(Metric metric) {
        String stem = metric.name().replaceFirst("_total$", "");
        for (Metric.Unit unit : List.of(Metric.Unit.SECONDS, Metric.Unit.BYTES, Metric.Unit.BYTES_PER_SECOND))
            assertThat(stem.endsWith("_" + unit.word())).isEqualTo(metric.unit() == unit);
        assertThat(metric.name()).doesNotMatch(".*_(nanos|micros|millis|ms|us|ns|kb|mb|kib|mib|percent)(_.*)?");
    }

    /** Only histograms of Cassandra, such as sstables per read, can be without a unit. */
    @Test
    void ownHistogramsHaveAUnit() {
        assertThat(OwnMetrics.all())
                .filteredOn(metric -> metric.type() == Metric.Type.HISTOGRAM)
                .isNotEmpty()
                .noneMatch(metric -> metric.unit() == Metric.Unit.NONE);
    }

    @ParameterizedTest
    @MethodSource("all")
    void helpIsOneSentence(Metric metric) {
        assertThat(metric.help()).matches("[A-Z0-9][^\\n]{10,140}[^.]\\.").doesNotContain(". ");
    }

    @ParameterizedTest
    @MethodSource("all")
    void labelNamesAreValidAndNotReserved(Metric metric) {
        assertThat(metric.labelNames())
                .doesNotHaveDuplicates()
                .doesNotContain("le", "quantile", "instance", "job")
                .allMatch(label -> label.matches("[a-z]+(_[a-z]+)*"));
    }

    /** Prometheus renames a label of a metric that is also a label of the target, for example to {@code exported_endpoint}. */
    @ParameterizedTest
    @MethodSource("all")
    void labelNamesDifferFromTheTargetLabelsOfThePrometheusOperator(Metric metric) {
        assertThat(metric.labelNames()).doesNotContain("endpoint", "namespace", "service", "pod", "container", "node");
    }
}
