package io.foreread.exporter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.foreread.exporter.catalog.Lines;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.dropwizard.InProcessSource;
import io.foreread.exporter.naming.DialectBeans;
import io.foreread.exporter.source.MetricSink;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Checks that every query of Grafana's Cassandra mixin (cassandra-mixin in grafana/jsonnet-libs) has data. {@code
 * mixin-queries.tsv} lists the metrics of the queries.
 */
class MixinTest {
    private static final List<String> LINES = Lines.KNOWN;
    private static final MetricsConfig CONFIG =
            MetricsConfig.of(Map.of("metrics.naming", "jmx_exporter"), new ArrayList<>());

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private ObjectName failureDetector;

    /** The attributes of Cassandra's MBean FailureDetector that the exporter reads. */
    public interface FailureDetector {
        int getUpEndpointCount();

        int getDownEndpointCount();
    }

    private record Query(String name, Set<String> labels, String lines) {
        boolean hasAnswerOn(String line) {
            if (lines.equals("none")) return false;
            String[] range = lines.split("-");
            return LINES.indexOf(line) >= LINES.indexOf(range[0]) && LINES.indexOf(line) <= LINES.indexOf(range[1]);
        }

        boolean isAnsweredBy(String sample) {
            return (sample + "{").startsWith(name + "{") && labels.stream().allMatch(sample::contains);
        }
    }

    @BeforeEach
    void register() throws Exception {
        failureDetector = new ObjectName("org.apache.cassandra.net:type=FailureDetector");
        FailureDetector detector = new FailureDetector() {
            @Override
            public int getUpEndpointCount() {
                return 3;
            }

            @Override
            public int getDownEndpointCount() {
                return 1;
            }
        };
        beans.registerMBean(new StandardMBean(detector, FailureDetector.class), failureDetector);
        // LastGcInfo of a garbage collector is null until its first collection.
        System.gc();
    }

    @AfterEach
    void unregister() throws Exception {
        beans.unregisterMBean(failureDetector);
    }

    private static List<Query> queries() throws IOException {
        return Files.readAllLines(Path.of("src/test/resources/mixin-queries.tsv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t"))
                .map(row -> new Query(
                        row[0],
                        Arrays.stream(row[1].split(","))
                                .filter(label -> !label.isEmpty())
                                .collect(Collectors.toSet()),
                        row[2]))
                .toList();
    }

    @Test
    void mixinUses37Names() throws IOException {
        assertThat(queries()).extracting(Query::name).hasSize(37).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @FieldSource("LINES")
    void everyQueryHasDataIfCassandraHasTheMetric(String line) throws IOException {
        Set<String> scraped = scraped(LineRegistry.of(line));
        for (Query query : queries())
            assertThat(scraped.stream().anyMatch(query::isAnsweredBy))
                    .as(query + " on " + line)
                    .isEqualTo(query.hasAnswerOn(line));
    }

    @Test
    void metricsThatNoReleaseHasWouldGetTheNamesOfTheMixin() throws IOException {
        MetricRegistry registry = new MetricRegistry();
        for (String size : List.of("Large", "Small"))
            registry.register(
                    "org.apache.cassandra.metrics.Connection." + size + "MessageActiveTasks.127.0.0.2",
                    (Gauge<Integer>) () -> 1);
        Set<String> scraped = scraped(registry);
        assertThat(queries().stream().filter(query -> query.lines().equals("none")))
                .hasSize(2)
                .allMatch(query -> scraped.stream().anyMatch(query::isAnsweredBy));
    }

    private Set<String> scraped(MetricRegistry registry) {
        Bridge bridge = new Bridge(CONFIG);
        InProcessSource.follow(registry, bridge);
        for (Refresh refresh : Refresh.values()) bridge.reads(refresh).forEach(read -> read.read());
        Set<String> scraped = new TreeSet<>(ScrapedText.by(bridge).samples().keySet());
        new DialectBeans(() -> CONFIG, () -> beans).collect(new Samples(scraped));
        return scraped;
    }

    private record Samples(Set<String> scraped) implements MetricSink {
        @Override
        public void sample(Metric metric, double value, String... labelValues) {
            String labels = IntStream.range(0, labelValues.length)
                    .mapToObj(i -> metric.labelNames().get(i) + "=\"" + labelValues[i] + '"')
                    .collect(Collectors.joining(","));
            scraped.add(metric.name() + '{' + labels + '}');
        }

        @Override
        public void histogram(
                Metric metric, double[] upperBounds, long[] cumulativeCounts, double sum, String... labelValues) {
            throw new AssertionError(metric + Stream.of(labelValues).toList().toString());
        }

        @Override
        public void summary(Metric metric, long count, double sum, String... labelValues) {
            throw new AssertionError(metric + Stream.of(labelValues).toList().toString());
        }
    }
}
