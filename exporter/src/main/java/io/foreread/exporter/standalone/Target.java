package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.config.TargetGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A node to monitor: its address, settings and labels. Immutable. */
final class Target {
    /** The prefix of labels that are not exported. Prometheus has the same convention. */
    private static final String INTERNAL = "__";

    private static final String SETTING = "__jmx_";

    private final HostPort address;
    private final Map<String, String> settings;
    private final Map<String, String> labels;

    private Target(HostPort address, Map<String, String> settings, Map<String, String> labels) {
        this.address = address;
        this.settings = settings;
        this.labels = labels;
    }

    static Target of(HostPort address) {
        return new Target(address, Collections.emptyMap(), Collections.emptyMap());
    }

    /**
     * Reads a targets file.
     *
     * @throws IOException if the file cannot be used; the message says why
     */
    static List<Target> read(Path file) throws IOException {
        Map<HostPort, Target> targets = new LinkedHashMap<>();
        try {
            for (TargetGroup group : TargetGroup.read(file)) {
                Map<String, String> settings = new LinkedHashMap<>();
                Map<String, String> labels = new LinkedHashMap<>();
                group.labels().forEach((name, value) -> {
                    if (name.startsWith(SETTING)) settings.put(key(name), value);
                    else if (!name.startsWith(INTERNAL)) labels.put(name, value);
                });
                if (labels.containsKey("target"))
                    throw new IllegalArgumentException("label target is reserved for the address");
                for (HostPort address : group.targets())
                    if (targets.put(address, new Target(address, settings, labels)) != null)
                        throw new IllegalArgumentException("target " + address + " is listed twice");
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("targets file " + file + ": " + e.getMessage(), e);
        }
        return new ArrayList<>(targets.values());
    }

    /**
     * Returns the key of the setting that a label stands for: {@code __jmx_password_file__} stands for
     * {@code jmx.password-file}.
     */
    private static String key(String label) {
        String name = label.substring(SETTING.length()).replaceFirst("__$", "");
        String key = "jmx." + name.replace('_', '-');
        if (!label.endsWith("__") || !ExporterSettings.PER_TARGET.contains(key))
            throw new IllegalArgumentException(
                    "unknown label " + label + ", allowed are " + labels(ExporterSettings.PER_TARGET));
        return key;
    }

    private static String labels(Collection<String> keys) {
        List<String> labels = new ArrayList<>();
        for (String key : keys)
            labels.add(SETTING + key.substring("jmx.".length()).replace('-', '_') + "__");
        return String.join(", ", labels);
    }

    HostPort address() {
        return address;
    }

    /** The settings that only this node has, by key. */
    Map<String, String> settings() {
        return settings;
    }

    /** The labels of {@code foreread_node_up}, without the address. */
    Map<String, String> labels() {
        return labels;
    }
}
