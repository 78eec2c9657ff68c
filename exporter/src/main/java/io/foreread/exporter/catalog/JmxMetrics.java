package io.foreread.exporter.catalog;

import static io.foreread.exporter.catalog.Metric.Unit.NONE;
import static io.foreread.exporter.catalog.Metric.Unit.SECONDS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the standalone exporter says about its nodes and its way to them. */
public final class JmxMetrics {
    private static final List<Metric> ALL = new ArrayList<>();

    public static final Metric NODE_UP =
            gauge("foreread_node_up", NONE, "1 if a node answers over JMX, 0 if it does not.", "target");
    public static final Metric CONNECTIONS = counter(
            "foreread_jmx_connections_total", NONE, "Connections made to a node over JMX that succeeded.", "target");
    public static final Metric CALLS =
            counter("foreread_jmx_calls_total", NONE, "Calls made to the node over the present JMX connection.");
    public static final Metric FETCH_SECONDS =
            gauge("foreread_jmx_fetch_seconds", SECONDS, "Time that the last scrape read from the node over JMX.");
    public static final Metric BEANS =
            gauge("foreread_jmx_beans", NONE, "MBeans of the node that are told or needed for what is told.");

    private JmxMetrics() {}

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

    /** In the order of their declarations. */
    public static List<Metric> all() {
        return Collections.unmodifiableList(ALL);
    }
}
