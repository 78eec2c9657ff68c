package io.foreread.exporter.config;

import java.util.Locale;

/** Under which names Cassandra's own metrics are told. */
public enum Naming {
    /** Ours: the catalog. */
    NATIVE(true, false),
    /** Those of jmx_exporter's example configuration, so that dashboards made for them go on. */
    JMX_EXPORTER(false, true),
    /** For a migration: twice the series. */
    BOTH(true, true);

    private final boolean tellsNative;
    private final boolean tellsJmxExporter;

    Naming(boolean tellsNative, boolean tellsJmxExporter) {
        this.tellsNative = tellsNative;
        this.tellsJmxExporter = tellsJmxExporter;
    }

    public boolean tellsNative() {
        return tellsNative;
    }

    public boolean tellsJmxExporter() {
        return tellsJmxExporter;
    }

    /** As configuration has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
