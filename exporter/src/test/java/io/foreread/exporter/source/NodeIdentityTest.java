package io.foreread.exporter.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

class NodeIdentityTest {
    /** The attributes of Cassandra's MBean StorageService that {@link NodeIdentity} reads. */
    public interface Storage {
        String getClusterName();

        String getLocalHostId();

        String getReleaseVersion();

        Map<String, String> getHostIdToEndpoint();
    }

    /** The additional attribute that StorageService has from Cassandra 4.0 on. */
    public interface StorageWithPorts extends Storage {
        Map<String, String> getHostIdToEndpointWithPort();
    }

    /** The attributes of Cassandra's MBean EndpointSnitchInfo that {@link NodeIdentity} reads. */
    public interface Snitch {
        String getDatacenter();

        String getRack();
    }

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private String hostId = "b508c66a-9655-4662-9ebc-71a9512a2cf2";
    private boolean started = true;
    private boolean inRing = true;
    private final NodeIdentity node = new NodeIdentity(() -> started, () -> beans);

    @Test
    void readsNothingBeforeTheNodeHasStarted() {
        started = false;
        NodeIdentity waiting = new NodeIdentity(() -> started, () -> {
            throw new AssertionError("requested the MBean server before the start");
        });
        assertThat(waiting.labels()).isNull();
        assertThat(RecordingSink.of(waiting).samples()).isEmpty();
    }

    @Test
    void exportsTheIdentity() throws JMException {
        register();
        assertThat(RecordingSink.of(node).samples())
                .containsOnlyKeys(
                        "cassandra_node_info[Test \"Cluster\", dc1, rack1, b508c66a-9655-4662-9ebc-71a9512a2cf2, 5.0.9, 10.0.0.1:7000]");
    }

    @Test
    void exportsTheAddressWithoutPortOn311() throws JMException {
        register(Storage.class);
        assertThat(node.labels()).contains("10.0.0.1");
    }

    @Test
    void identityIsIncompleteUntilTheNodeIsInTheRing() throws JMException {
        inRing = false;
        register();
        assertThat(node.labels()).isNull();
        inRing = true;
        assertThat(node.labels()).hasSize(6);
    }

    @Test
    void readsTheIdentityAgainUntilItIsComplete() throws JMException {
        assertThat(node.labels()).isNull();
        hostId = null;
        register();
        assertThat(node.labels()).isNull();
        hostId = "b508c66a-9655-4662-9ebc-71a9512a2cf2";
        assertThat(node.labels()).hasSize(6);
    }

    @Test
    void cachesACompleteIdentity() throws JMException {
        register();
        String[] first = node.labels();
        hostId = "another";
        assertThat(node.labels()).isSameAs(first);
    }

    @Test
    void knownLabelsAreThoseOfTheLastRead() throws JMException {
        register();
        assertThat(node.knownLabels()).isNull();
        String[] read = node.labels();
        assertThat(node.knownLabels()).isSameAs(read);
    }

    @Test
    void jvmWithoutCassandraHasNoIdentity() {
        NodeIdentity here = new NodeIdentity(() -> true, ManagementFactory::getPlatformMBeanServer);
        assertThat(here.labels()).isNull();
    }

    private void register() throws JMException {
        register(StorageWithPorts.class);
    }

    private void register(Class<? extends Storage> shape) throws JMException {
        StorageWithPorts storage = new StorageWithPorts() {
            @Override
            public Map<String, String> getHostIdToEndpoint() {
                return inRing ? Map.of("b508c66a-9655-4662-9ebc-71a9512a2cf2", "10.0.0.1") : Map.of();
            }

            @Override
            public Map<String, String> getHostIdToEndpointWithPort() {
                return inRing ? Map.of("b508c66a-9655-4662-9ebc-71a9512a2cf2", "10.0.0.1:7000") : Map.of();
            }

            @Override
            public String getClusterName() {
                return "Test \"Cluster\"";
            }

            @Override
            public String getLocalHostId() {
                return hostId;
            }

            @Override
            public String getReleaseVersion() {
                return "5.0.9";
            }
        };
        Snitch snitch = new Snitch() {
            @Override
            public String getDatacenter() {
                return "dc1";
            }

            @Override
            public String getRack() {
                return "rack1";
            }
        };
        beans.registerMBean(standard(storage, shape), new ObjectName("org.apache.cassandra.db:type=StorageService"));
        beans.registerMBean(
                new StandardMBean(snitch, Snitch.class),
                new ObjectName("org.apache.cassandra.db:type=EndpointSnitchInfo"));
    }

    private static <T> StandardMBean standard(StorageWithPorts bean, Class<T> shape) throws JMException {
        return new StandardMBean(shape.cast(bean), shape);
    }
}
