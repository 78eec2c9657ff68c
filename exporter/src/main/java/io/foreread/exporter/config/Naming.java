package io.foreread.exporter.config;

import java.util.Locale;

/** The names under which Cassandra's metrics are exported. */
public enum Naming {
    /** The names of the catalog. */
    NATIVE(true, false),
    /** The names of jmx_exporter's example configuration, for existing dashboards. */
    JMX_EXPORTER(false, true),
    /** The names of both, for a migration. This doubles the number of series. */
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

    /** Returns the name of this constant in the settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
