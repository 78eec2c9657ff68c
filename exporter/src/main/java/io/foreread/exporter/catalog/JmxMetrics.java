package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Metrics of the standalone exporter about its nodes and their JMX connections. */
public final class JmxMetrics {
    private static final List<Metric> ALL = new ArrayList<>();

    public static final Metric NODE_UP =
            gauge("foreread_node_up", NONE, "Whether the node answers over JMX, 1 or 0.", "target");
    public static final Metric CONNECTIONS =
            counter("foreread_jmx_connections_total", NONE, "Successful JMX connections to a node.", "target");
    public static final Metric CALLS =
            counter("foreread_jmx_calls_total", NONE, "JMX calls to the node since the exporter connected to it.");
    public static final Metric FETCH_SECONDS = gauge(
            "foreread_jmx_fetch_seconds", SECONDS, "Time that the last scrape spent reading from the node over JMX.");
    public static final Metric BEANS =
            gauge("foreread_jmx_beans", NONE, "MBeans of the node that the exported metrics are read from.");

    public static final Metric SLOW_BEANS = gauge(
            "foreread_jmx_slow_beans",
            NONE,
            "MBeans that take longer than a second to read and are read in the background.");

    private JmxMetrics() {}

    /** @param labelNames the labels of {@link #NODE_UP}, followed by the labels from the targets file */
    public static Metric nodeUp(List<String> labelNames) {
        return Metric.gauge(NODE_UP.name(), NODE_UP.unit(), NODE_UP.help(), labelNames.toArray(new String[0]));
    }

    private static Metric counter(String name, Metric.Unit unit, String help, String... labelNames) {
        return add(Metric.counter(name, unit, help, labelNames));
    }

    private static Metric gauge(String name, Metric.Unit unit, String help, String... labelNames) {
        return add(Metric.gauge(name, unit, help, labelNames));
    }

    private static Metric add(Metric metric) {
        ALL.add(metric);
        return metric;
    }

    public static List<Metric> all() {
        return Collections.unmodifiableList(ALL);
    }
}
