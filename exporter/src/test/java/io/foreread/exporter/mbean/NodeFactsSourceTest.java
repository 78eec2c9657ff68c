package io.foreread.exporter.mbean;

import static io.foreread.exporter.mbean.StubNode.STORAGE_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.foreread.exporter.catalog.Fact;
import io.foreread.exporter.catalog.JvmFacts;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.NodeFacts;
import io.foreread.exporter.catalog.Refresh;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.CurrentRing;
import io.foreread.exporter.source.RecordingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeFactsSourceTest {
    private static final long SECOND = 1_000_000_000L;

    private final StubNode node = new StubNode();
    private MBeanServerConnection connection = node.server();
    private long nanos = 1;
    private final NodeFactsSource source = source(MetricsConfig.defaults());

    private NodeFactsSource source(MetricsConfig config) {
        return new NodeFactsSource(
                () -> connection,
                config,
                new CurrentRing(),
                () -> nanos,
                List.of(new NodeStateReader(), new RingReader(), new CompactionsReader(() -> nanos)));
    }

    @BeforeEach
    void ring() throws JMException {
        node.with(
                STORAGE_SERVICE,
                "OperationMode",
                "NORMAL",
                "LocalHostId",
                "id",
                "Tokens",
                List.of("1"),
                "HostIdToEndpoint",
                Map.of(),
                "Ownership",
                Map.of());
    }

    @Test
    void scrapeReadsNoMBeans() {
        assertThat(StubNode.recorded(source)).isEmpty();
        assertThat(node.readAttributes(STORAGE_SERVICE)).isEmpty();
        source.read(Refresh.LIVE);
        int before = node.readAttributes(STORAGE_SERVICE).size();
        assertThat(StubNode.recorded(source)).containsEntry("cassandra_node_mode[NORMAL]", 1.0);
        assertThat(node.readAttributes(STORAGE_SERVICE)).hasSize(before);
    }

    @Test
    void failedReadIsCountedAndItsMetricsAreAbsent() throws JMException {
        source.read(Refresh.LIVE);
        node.without(STORAGE_SERVICE);
        source.read(Refresh.LIVE);
        assertThat(StubNode.recorded(source)).isEmpty();
        assertThat(RecordingSink.of(source).samples())
                .containsEntry("foreread_scrape_errors_total[mbean_node_state]", 1.0)
                .containsKey("foreread_scrape_seconds[mbean_node_state]");
        ring();
        source.read(Refresh.LIVE);
        assertThat(StubNode.recorded(source)).containsKey("cassandra_node_mode[NORMAL]");
    }

    @Test
    void failingAttributeIsAbsent() throws JMException {
        node.with(STORAGE_SERVICE, "LiveNodes", new IllegalStateException("no"), "GossipRunning", true);
        source.read(Refresh.LIVE);
        assertThat(StubNode.recorded(source))
                .containsEntry("cassandra_gossip_running", 1.0)
                .doesNotContainKey("cassandra_nodes[live]");
    }

    @Test
    void slowMetricsAreReadOncePerPeriod() {
        source.read(Refresh.SLOW);
        nanos += 59 * SECOND;
        source.read(Refresh.SLOW);
        assertThat(node.readAttributes(STORAGE_SERVICE)).containsOnlyOnce("Tokens");
        nanos += SECOND;
        source.read(Refresh.SLOW);
        assertThat(node.readAttributes(STORAGE_SERVICE).stream().filter("Tokens"::equals))
                .hasSize(2);
    }

    @Test
    void disabledMetricsAreNeitherReadNorExported() {
        source.read(Refresh.SLOW);
        assertThat(StubNode.recorded(source)).containsKey("cassandra_tokens");
        source.configure(config("metrics.refresh.slow", "off"));
        assertThat(StubNode.recorded(source)).doesNotContainKey("cassandra_tokens");
        source.read(Refresh.SLOW);
        source.configure(MetricsConfig.defaults());
        assertThat(StubNode.recorded(source)).as("previous values are gone").doesNotContainKey("cassandra_tokens");
        source.read(Refresh.SLOW);
        assertThat(StubNode.recorded(source)).containsKey("cassandra_tokens");
    }

    @Test
    void readerWithoutExportedFamiliesDoesNotRead() {
        NodeFactsSource some = source(config("metrics.node.exclude", "cassandra_ring_*"));
        some.read(Refresh.SLOW);
        assertThat(StubNode.recorded(some)).containsOnlyKeys("cassandra_tokens");
        int before = node.readAttributes(STORAGE_SERVICE).size();
        NodeFactsSource none = source(config("metrics.node.exclude", "cassandra_ring_*, cassandra_tokens"));
        none.read(Refresh.SLOW);
        assertThat(StubNode.recorded(none)).isEmpty();
        assertThat(node.readAttributes(STORAGE_SERVICE)).hasSize(before);
    }

    @Test
    void excludedKeyspacesAreNotExported() throws JMException {
        node.with(
                "org.apache.cassandra.db:type=CompactionManager",
                "Compactions",
                List.of(Map.of(
                        "keyspace",
                        "secret",
                        "columnfamily",
                        "t",
                        "taskType",
                        "Compaction",
                        "unit",
                        "bytes",
                        "completed",
                        "1",
                        "total",
                        "2",
                        "compactionId",
                        "a")));
        source.configure(config("metrics.keyspaces.exclude", "secret"));
        source.read(Refresh.LIVE);
        assertThat(StubNode.recorded(source).keySet())
                .contains("cassandra_compactions_active")
                .noneMatch(name -> name.contains("secret"));
    }

    @Test
    void oldResultsAreNotExported() {
        source.read(Refresh.LIVE);
        nanos += 15 * SECOND;
        assertThat(StubNode.recorded(source)).containsKey("cassandra_node_mode[NORMAL]");
        nanos += 1;
        assertThat(StubNode.recorded(source)).isEmpty();
    }

    @Test
    void unreachableNodeExportsNothingAndIsNoError() {
        source.read(Refresh.LIVE);
        connection = null;
        source.read(Refresh.LIVE);
        assertThat(StubNode.recorded(source)).isEmpty();
        assertThat(RecordingSink.of(source).samples())
                .containsEntry("foreread_scrape_errors_total[mbean_node_state]", 0.0);
    }

    @Test
    void everyReaderOfThePackageIsListed() {
        List<String> written = new ClassFileImporter()
                .importPackagesOf(FactReader.class).stream()
                        .filter(type -> type.isAssignableTo(FactReader.class) && !type.isEquivalentTo(FactReader.class))
                        .map(JavaClass::getName)
                        .toList();
        assertThat(NodeFactsSource.readers(() -> 0, new CurrentRing()))
                .extracting(reader -> reader.getClass().getName())
                .containsExactlyInAnyOrderElementsOf(written);
    }

    @Test
    void remoteReadersReadNothingOfThisMachineOrThisJvm() {
        assertThat(NodeFactsSource.remoteReaders(() -> 0, new CurrentRing()))
                .hasSize(NodeFactsSource.readers(() -> 0, new CurrentRing()).size() - 3)
                .noneMatch(DirectoriesReader.class::isInstance)
                .noneMatch(CertificatesReader.class::isInstance)
                .noneMatch(DiskAccessReader.class::isInstance);
    }

    @Test
    void everyFactHasAReaderOfItsRefreshClass() {
        List<String> read = new ArrayList<>();
        for (FactReader reader : NodeFactsSource.readers(() -> 0, new CurrentRing()))
            reader.metrics().forEach(metric -> read.add(metric.name() + ' ' + reader.refresh()));
        assertThat(read)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                NodeFacts.all().stream(),
                                JvmFacts.all().stream().filter(fact -> fact.refresh() == Refresh.SLOW))
                        .map((Fact fact) -> fact.metric().name() + ' ' + fact.refresh())
                        .toList());
    }

    /** A metric that a reader lists but never emits would be missing from the exposition. */
    @Test
    void everyReaderReadsTheMetricsThatItLists() {
        JavaClasses classes = new ClassFileImporter().importPackagesOf(FactReader.class);
        for (FactReader reader : NodeFactsSource.readers(() -> 0, new CurrentRing())) {
            // getMethods() does not contain the constructor, which only lists the metrics.
            Set<String> read = classes.stream()
                    .filter(type -> type.getName()
                            .matches(Pattern.quote(reader.getClass().getName()) + "(\\$.*)?"))
                    .flatMap(type -> type.getMethods().stream())
                    .flatMap(method -> method.getFieldAccesses().stream())
                    .map(JavaFieldAccess::getTarget)
                    .filter(field -> field.getOwner().isEquivalentTo(NodeFacts.class)
                            || field.getOwner().isEquivalentTo(JvmFacts.class))
                    .map(field -> metric(field).name())
                    .collect(Collectors.toSet());
            assertThat(reader.metrics())
                    .as(reader.name())
                    .extracting(Metric::name)
                    .containsExactlyInAnyOrderElementsOf(read);
        }
    }

    private static Metric metric(AccessTarget.FieldAccessTarget target) {
        try {
            return (Metric) target.resolveMember().orElseThrow().reflect().get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static MetricsConfig config(String key, String value) {
        List<String> problems = new ArrayList<>();
        MetricsConfig config = MetricsConfig.of(Map.of(key, value), problems);
        assertThat(problems).isEmpty();
        return config;
    }
}
