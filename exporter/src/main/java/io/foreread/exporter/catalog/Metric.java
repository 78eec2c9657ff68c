package io.foreread.exporter.catalog;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** One metric family: what Prometheus is told about it. Immutable. */
public final class Metric {
    /** How Prometheus treats the samples. */
    public enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    private final String name;
    private final Type type;
    private final String help;
    private final List<String> labelNames;

    private Metric(String name, Type type, String help, String... labelNames) {
        this.name = name;
        this.type = type;
        this.help = help;
        this.labelNames = Collections.unmodifiableList(Arrays.asList(labelNames));
    }

    static Metric counter(String name, String help, String... labelNames) {
        return new Metric(name, Type.COUNTER, help, labelNames);
    }

    static Metric gauge(String name, String help, String... labelNames) {
        return new Metric(name, Type.GAUGE, help, labelNames);
    }

    static Metric histogram(String name, String help, String... labelNames) {
        return new Metric(name, Type.HISTOGRAM, help, labelNames);
    }

    /** In base units, ending in {@code _total} for counters. */
    public String name() {
        return name;
    }

    public Type type() {
        return type;
    }

    /** One sentence. */
    public String help() {
        return help;
    }

    public List<String> labelNames() {
        return labelNames;
    }
}
