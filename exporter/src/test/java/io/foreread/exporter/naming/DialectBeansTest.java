package io.foreread.exporter.naming;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.exporter.catalog.CassandraCatalog;
import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.OwnMetrics;
import io.foreread.exporter.config.MetricsConfig;
import io.foreread.exporter.source.RecordingSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

class DialectBeansTest {
    /** The attributes of Cassandra's MBean FailureDetector that {@link DialectBeans} reads. */
    public interface FailureDetector {
        int getUpEndpointCount();

        int getDownEndpointCount();
    }

    /** An attribute of the JVM's MBean OperatingSystem. The test returns -1, which means that the load is unknown. */
    public interface OperatingSystem {
        double getProcessCpuLoad();
    }

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();

    @Test
    void readsNothingBeforeTheStartOrWithNativeNaming() {
        for (MetricsConfig config : new MetricsConfig[] {null, MetricsConfig.defaults()}) {
            DialectBeans source = new DialectBeans(() -> config, () -> {
                throw new AssertionError("requested the MBean server");
            });
            assertThat(RecordingSink.of(source).samples()).isEmpty();
        }
    }

    @Test
    void exportsKnownValuesOfPresentMBeans() throws JMException {
        register();
        assertThat(RecordingSink.of(source("metrics.naming", "both")).samples())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("cassandra_up_endpoint_count", 2.0, "cassandra_down_endpoint_count", 1.0));
    }

    @Test
    void excludedMetricsAreNotExported() throws JMException {
        register();
        assertThat(RecordingSink.of(source("metrics.naming", "jmx_exporter", "metrics.node.exclude", "*_up_*, jvm_*"))
                        .samples())
                .containsOnlyKeys("cassandra_down_endpoint_count");
    }

    @Test
    void namesDifferFromNativeNames() {
        List<String> ours = Stream.concat(OwnMetrics.all().stream(), CassandraCatalog.get().families().stream())
                .map(Metric::name)
                .toList();
        assertThat(Dialect.jmxExporter().beans().stream()
                        .flatMap(row -> row.attributes().stream())
                        .map(attribute -> attribute.metric.name()))
                .isNotEmpty()
                .doesNotContainAnyElementsOf(ours);
    }

    private void register() throws JMException {
        FailureDetector detector = new FailureDetector() {
            @Override
            public int getUpEndpointCount() {
                return 2;
            }

            @Override
            public int getDownEndpointCount() {
                return 1;
            }
        };
        OperatingSystem system = () -> -1;
        beans.registerMBean(
                new StandardMBean(detector, FailureDetector.class),
                new ObjectName("org.apache.cassandra.net:type=FailureDetector"));
        beans.registerMBean(
                new StandardMBean(system, OperatingSystem.class), new ObjectName("java.lang:type=OperatingSystem"));
    }

    private DialectBeans source(String... keysAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) settings.put(keysAndValues[i], keysAndValues[i + 1]);
        MetricsConfig config = MetricsConfig.of(settings, new ArrayList<>());
        return new DialectBeans(() -> config, () -> beans);
    }
}
