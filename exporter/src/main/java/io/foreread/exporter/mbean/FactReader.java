package io.foreread.exporter.mbean;

import io.foreread.exporter.catalog.Metric;
import io.foreread.exporter.catalog.Refresh;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServerConnection;

/** Reads what belongs together, with attributes and side-effect-free queries only. Used by one thread at a time. */
abstract class FactReader {
    private final String name;
    private final Refresh refresh;
    private final List<Metric> metrics;

    FactReader(String name, Refresh refresh, List<Metric> metrics) {
        this.name = name;
        this.refresh = refresh;
        this.metrics = Collections.unmodifiableList(metrics);
    }

    /** For the {@code group} label of what it costs. */
    final String name() {
        return name;
    }

    final Refresh refresh() {
        return refresh;
    }

    /** All metrics that it can export. */
    final List<Metric> metrics() {
        return metrics;
    }

    /** If it throws, the values that it has emitted so far are discarded. */
    abstract void read(MBeanServerConnection connection, FactSink sink) throws JMException, IOException;

    /** Takes what a reader finds. */
    interface FactSink {
        /** @param labelValues in the order of the metric's label names */
        void emit(Metric metric, double value, String... labelValues);
    }
}
