package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;

/**
 * Reads a group of related metrics. A reader uses only attributes and operations without side effects. It is used by
 * one thread at a time.
 */
abstract class FactReader {
    private final String name;
    private final Refresh refresh;
    private final List<Metric> metrics;

    FactReader(String name, Refresh refresh, List<Metric> metrics) {
        this.name = name;
        this.refresh = refresh;
        this.metrics = Collections.unmodifiableList(metrics);
    }

    /**
     * The name of this reader. In metrics about its reads, the label {@code group} is {@code mbean_} followed by this
     * name.
     */
    final String name() {
        return name;
    }

    final Refresh refresh() {
        return refresh;
    }

    /** All metrics that this reader can emit. */
    final List<Metric> metrics() {
        return metrics;
    }

    /** Whether this reader needs more than the MBeans of a node, so that it cannot read a node in another JVM. */
    boolean readsThisNodeOnly() {
        return false;
    }

    /** Whether this reader reads even if none of its metrics is exported. */
    boolean isAlwaysRead() {
        return false;
    }

    /** Reads and emits the metrics. If it throws, the metrics emitted so far are discarded. */
    abstract void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException;

    /** Receives the values of a reader. */
    interface FactSink {
        /** @param labelValues the label values, in the order of the metric's label names */
        void emit(Metric metric, double value, String... labelValues);
    }
}
