package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the nodes of the configuration and of its targets file, with the parameters of their connections. Used by one
 * thread at a time.
 */
final class TargetsReload {
    /** If there are more nodes, the log has only their number. */
    private static final int MAX_NAMED = 10;

    private final ExporterConfig config;
    private final Accesses accesses;

    TargetsReload(ExporterConfig config, Accesses accesses) {
        this.config = config;
        this.accesses = accesses;
    }

    /** The nodes with the parameters of their connections. Immutable. */
    static final class Accessible {
        private final Map<Target, JmxAccess> targets;

        private Accessible(Map<Target, JmxAccess> targets) {
            this.targets = targets;
        }

        void monitorBy(MonitoredNodes site) {
            site.monitor(targets);
        }

        /** Returns the addresses of the nodes, or the number of nodes if there are many. */
        @Override
        public String toString() {
            if (targets.size() > MAX_NAMED) return targets.size() + " nodes";
            List<String> names = new ArrayList<>();
            for (Target target : targets.keySet()) names.add(target.address().toString());
            return names.isEmpty() ? "no node" : String.join(", ", names);
        }
    }

    /**
     * @throws IOException if a file cannot be used or a setting of a target is wrong; the message says which one and
     *     why
     */
    Accessible read() throws IOException {
        accesses.of(config.jmx());
        Map<HostPort, Target> all = new LinkedHashMap<>();
        for (HostPort node : config.nodes()) all.put(node, Target.of(node));
        Path file = config.targetsFile();
        // A node of the configuration can have labels in the file.
        if (file != null) for (Target target : Target.read(file)) all.put(target.address(), target);
        Map<Target, JmxAccess> accessible = new LinkedHashMap<>();
        for (Target target : all.values()) accessible.put(target, access(target));
        return new Accessible(accessible);
    }

    private JmxAccess access(Target target) throws IOException {
        try {
            return accesses.of(config.jmx(target));
        } catch (IllegalArgumentException | IOException e) {
            throw new IOException(
                    "targets file " + config.targetsFile() + ": target " + target.address() + ": " + e.getMessage(), e);
        }
    }

    void limitCalls() {
        new JmxLimits(config.jmx().get(ExporterSettings.TIMEOUT) * 1000, 0, 1).limitCalls();
    }
}
