package io.foreread.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.foreread.agent.install.HookInstaller;
import io.foreread.exporter.recorder.HookRecorder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks a simulated service of a node, with the classes of Cassandra 3.11. */
class RunningNodeCheckTest {
    private static final String SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String VERSION = "org/apache/cassandra/config/version.properties";
    private static final String SCANNER = "org/apache/cassandra/io/sstable/format/big/BigTableScanner.class";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final Service service = new Service();
    /** The content of files of Cassandra that differ from those of 3.11. Null for a file that is missing. */
    private final Map<String, String> replaced = new HashMap<>();

    @BeforeEach
    void register() throws JMException {
        server.registerMBean(service, new ObjectName(SERVICE));
    }

    @AfterEach
    void unregister() throws JMException {
        ObjectName name = new ObjectName(SERVICE);
        if (server.isRegistered(name)) server.unregisterMBean(name);
    }

    private String refusal() throws IOException {
        ClassLoader cassandra = new ClassLoader(getClass().getClassLoader()) {
            @Override
            public InputStream getResourceAsStream(String name) {
                if (!replaced.containsKey(name)) return super.getResourceAsStream(name);
                String text = replaced.get(name);
                return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            }
        };
        return new RunningNodeCheck(cassandra, new HookInstaller(cassandra, new HookRecorder())).refusal();
    }

    @Test
    void aNodeThatServesRequestsAndWhoseScannerFitsIsAccepted() throws IOException {
        assertThat(refusal()).isNull();
    }

    @Test
    void aNodeThatHasNotStartedIsRefused() throws Exception {
        String refusal = "Cassandra has not started yet; attach when the node serves requests";
        service.initialized = false;
        assertThat(refusal()).isEqualTo(refusal);
        unregister();
        assertThat(refusal()).isEqualTo(refusal);
    }

    @Test
    void anUnknownLineIsRefused() throws IOException {
        replaced.put(VERSION, "CassandraVersion= 7.0.1 \n");
        assertThat(refusal())
                .startsWith("this version of Foreread does not know Cassandra 7.0.1; it knows the lines 3.11, 4.0,");
        for (String unknown : new String[] {null, "Other=1\n"}) {
            replaced.put(VERSION, unknown);
            assertThat(refusal()).startsWith("this version of Foreread does not know Cassandra unknown; ");
        }
    }

    @Test
    void aBuildWhoseScannerFitsNoHookIsRefused() throws IOException {
        replaced.put(SCANNER, null);
        assertThat(refusal())
                .isEqualTo("no hook fits the class that scans sstables in this build of Cassandra 3.11.19");
    }

    /** The part of Cassandra's service that the check reads. */
    public interface ServiceMXBean {
        boolean isInitialized();
    }

    public static final class Service implements ServiceMXBean {
        private volatile boolean initialized = true;

        @Override
        public boolean isInitialized() {
            return initialized;
        }
    }
}
