package io.foreread.it.bench.scrape;

import java.util.Arrays;
import java.util.List;

/** An exporter with a configuration. */
enum ExporterVariant {
    /** A node without scrapes, measured first, so that problems of the node are detected early. */
    NONE("none", "", Kind.NONE, ""),
    FOREREAD_DEFAULT("foreread", "default", Kind.FOREREAD, ""),
    /** All metrics of all tables, with buckets, and no series budget. */
    FOREREAD_ALL(
            "foreread",
            "all",
            Kind.FOREREAD,
            "metrics.table.include=*,metrics.table.distributions=buckets,metrics.series-budget=0"),
    /** Exports the names of jmx_exporter's old example configuration, and therefore the same families. */
    FOREREAD_DIALECT("foreread", "jmx_exporter", Kind.FOREREAD, "metrics.naming=jmx_exporter,metrics.series-budget=0"),
    FOREREAD_STANDALONE("foreread-standalone", "default", Kind.FOREREAD_STANDALONE, ""),
    JMX_EXPORTER_0_20("jmx_prometheus_javaagent-0.20.0", "old", Kind.JAVA_AGENT, "0.20.0"),
    JMX_EXPORTER_1_0("jmx_prometheus_javaagent-1.0.1", "old", Kind.JAVA_AGENT, "1.0.1"),
    JMX_EXPORTER_1_0_NEW("jmx_prometheus_javaagent-1.0.1", "new", Kind.JAVA_AGENT, "1.0.1"),
    /** The present version of jmx_exporter. Its agent is not on Maven Central after 1.0.1, but its collector is. */
    COLLECTOR("collector-1.7.0", "old", Kind.COLLECTOR, "1.7.0"),
    COLLECTOR_NEW("collector-1.7.0", "new", Kind.COLLECTOR, "1.7.0");

    /** How the exporter runs. */
    enum Kind {
        NONE(""),
        FOREREAD("foreread-http-"),
        /** In a separate process, which reads the node over JMX. */
        FOREREAD_STANDALONE("RMI TCP Connection"),
        /** {@code jmx_prometheus_javaagent}. */
        JAVA_AGENT("prometheus-http-"),
        /** {@code io.prometheus.jmx:collector} in the node, loaded by {@link CollectorAgent}. */
        COLLECTOR("prometheus-http-");

        private final String threads;

        Kind(String threads) {
            this.threads = threads;
        }

        /** The prefix of the names of the threads that serve a scrape in the node. */
        String threads() {
            return threads;
        }
    }

    private final String exporter;
    private final String config;
    private final Kind kind;
    private final String setting;

    ExporterVariant(String exporter, String config, Kind kind, String setting) {
        this.exporter = exporter;
        this.config = config;
        this.kind = kind;
        this.setting = setting;
    }

    String exporter() {
        return exporter;
    }

    /** The name of Foreread's configuration, or of the example configuration of jmx_exporter. */
    String config() {
        return config;
    }

    Kind kind() {
        return kind;
    }

    /** Foreread's settings, or the version of the other exporter. */
    String setting() {
        return setting;
    }

    /** Whether the name means this variant. The name of an exporter without a configuration means all its variants. */
    boolean isNamed(String name) {
        return name.equals(exporter) || name.equals(exporter + ":" + config);
    }

    static List<String> exporters() {
        return Arrays.stream(values()).map(ExporterVariant::exporter).distinct().toList();
    }

    @Override
    public String toString() {
        return config.isEmpty() ? exporter : exporter + " " + config;
    }
}
