package io.foreread.exporter.config;

import java.util.Locale;

/** Names under which Cassandra's own metrics are exported. */
public enum Naming {
    /** Ours: the catalog. */
    NATIVE(true, false),
    /** Those of jmx_exporter's example configuration, so that dashboards made for them go on. */
    JMX_EXPORTER(false, true),
    /** For a migration: twice the series. */
    BOTH(true, true);

    private final boolean usesNativeNames;
    private final boolean usesJmxExporterNames;

    Naming(boolean usesNativeNames, boolean usesJmxExporterNames) {
        this.usesNativeNames = usesNativeNames;
        this.usesJmxExporterNames = usesJmxExporterNames;
    }

    public boolean usesNativeNames() {
        return usesNativeNames;
    }

    public boolean usesJmxExporterNames() {
        return usesJmxExporterNames;
    }

    /** As configuration has it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
