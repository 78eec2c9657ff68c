package io.foreread.agent.startup;

import io.foreread.agent.hook.Hook;
import io.foreread.agent.hook.HookCatalog;
import io.foreread.agent.install.HookInstaller;
import io.foreread.exporter.catalog.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the agent can be attached to this running node. The checks change nothing. A node that is started with the
 * agent is not checked: there each hook that does not fit is skipped.
 */
final class RunningNodeCheck {
    private static final String VERSION = "org/apache/cassandra/config/version.properties";
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private final ClassLoader cassandra;
    private final HookInstaller installer;

    RunningNodeCheck(ClassLoader cassandra, HookInstaller installer) {
        this.cassandra = cassandra;
        this.installer = installer;
    }

    /** @return null if the agent can be attached; otherwise the reason */
    @Nullable
    String refusal() throws IOException {
        if (!hasStarted()) return "Cassandra has not started yet; attach when the node serves requests";
        String release = release();
        if (!Lines.KNOWN.contains(Lines.lineOf(release)))
            return "this version of Foreread does not know Cassandra " + release + "; it knows the lines "
                    + String.join(", ", Lines.KNOWN);
        // Not the other hooks, because those that are off are not examined at all.
        List<Hook> scanners = HookCatalog.hooks().stream()
                .filter(RunningNodeCheck::opensScans)
                .collect(Collectors.toList());
        if (installer.fitting(scanners).isEmpty())
            return "no hook fits the class that scans sstables in this build of Cassandra " + release;
        return null;
    }

    private static boolean opensScans(Hook hook) {
        return !HookCatalog.scanOpenings(Collections.singletonList(hook)).isEmpty();
    }

    private String release() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = cassandra.getResourceAsStream(VERSION)) {
            if (in != null) properties.load(in);
        }
        return properties.getProperty("CassandraVersion", "unknown").trim();
    }

    /** Does not create the platform MBean server, because Cassandra must do that. */
    private static boolean hasStarted() {
        for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
            try {
                if (Boolean.TRUE.equals(server.getAttribute(new ObjectName(STORAGE_SERVICE), "Initialized")))
                    return true;
            } catch (JMException | RuntimeException e) {
                // The service is not registered there.
            }
        }
        return false;
    }
}
