package io.foreread.exporter.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A metric family: name, type, unit, help and label names. Immutable. */
public final class Metric {
    /** A type of the exposition format, or {@link #QUANTILES}. */
    public enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM,
        /** Sum and count, no buckets. */
        SUMMARY,
        /** A gauge per quantile of a distribution, with a label {@code quantile}. */
        QUANTILES,
        /** Information in labels; the value is always 1. */
        INFO,
        /** A metric that jmx_exporter exports as {@code untyped}. */
        UNKNOWN
    }

    /** The base units of Prometheus. */
    public enum Unit {
        SECONDS("seconds"),
        BYTES("bytes"),
        /** For limits only. A measured throughput is exported as a counter of bytes. */
        BYTES_PER_SECOND("bytes_per_second"),
        /** A count, a ratio or a state. */
        NONE("");

        private final String word;

        Unit(String word) {
            this.word = word;
        }

        /** The suffix in metric names; empty for {@link #NONE}. */
        public String word() {
            return word;
        }
    }

    private static final List<String> PEER_LABELS =
            Collections.unmodifiableList(Arrays.asList("peer", "datacenter", "rack", "host_id"));

    private final String name;
    private final Type type;
    private final Unit unit;
    private final String help;
    private final List<String> labelNames;

    private Metric(String name, Type type, Unit unit, String help, String... labelNames) {
        this.name = name;
        this.type = type;
        this.unit = unit;
        this.help = help;
        this.labelNames = Collections.unmodifiableList(Arrays.asList(labelNames));
    }

    /** Derives the unit from the suffix of the name. */
    public static Metric of(Type type, String name, String help, List<String> labelNames) {
        String stem = name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
        Unit unit = stem.endsWith("_seconds") ? Unit.SECONDS : stem.endsWith("_bytes") ? Unit.BYTES : Unit.NONE;
        return new Metric(name, type, unit, help, labelNames.toArray(new String[0]));
    }

    static Metric counter(String name, Unit unit, String help, String... labelNames) {
        return new Metric(name, Type.COUNTER, unit, help, labelNames);
    }

    static Metric gauge(String name, Unit unit, String help, String... labelNames) {
        return new Metric(name, Type.GAUGE, unit, help, labelNames);
    }

    static Metric histogram(String name, Unit unit, String help, String... labelNames) {
        return new Metric(name, Type.HISTOGRAM, unit, help, labelNames);
    }

    static Metric summary(String name, Unit unit, String help, String... labelNames) {
        return new Metric(name, Type.SUMMARY, unit, help, labelNames);
    }

    static Metric info(String name, String help, String... labelNames) {
        return new Metric(name, Type.INFO, Unit.NONE, help, labelNames);
    }

    /** Ends in {@code _total} for counters and in {@code _info} for infos. */
    public String name() {
        return name;
    }

    public Type type() {
        return type;
    }

    /** The unit of the values and of histogram bounds. */
    public Unit unit() {
        return unit;
    }

    /** One sentence. */
    public String help() {
        return help;
    }

    public List<String> labelNames() {
        return labelNames;
    }

    /**
     * The same family with one series per datacenter of the peers. It has the label {@code datacenter} instead of the
     * labels that identify a peer.
     */
    public Metric byDatacenter() {
        List<String> labels = new ArrayList<>();
        labels.add("datacenter");
        for (String label : labelNames) if (!PEER_LABELS.contains(label)) labels.add(label);
        return new Metric(name, type, unit, help, labels.toArray(new String[0]));
    }

    @Override
    public String toString() {
        return name;
    }
}
