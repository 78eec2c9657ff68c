package io.foreread.exporter.catalog;

/** A metric that is not in Cassandra's registry, and where it is read. Immutable. */
public final class Fact {
    private static final Lines ALL = Lines.between(null, null);

    private final Metric metric;
    private final String source;
    private final Refresh refresh;
    private final Lines lines;

    private Fact(Metric metric, String source, Refresh refresh, Lines lines) {
        this.metric = metric;
        this.source = source;
        this.refresh = refresh;
        this.lines = lines;
    }

    static Fact of(Metric metric, String source, Refresh refresh) {
        return new Fact(metric, source, refresh, ALL);
    }

    Fact since(String line) {
        return new Fact(metric, source, refresh, Lines.between(line, null));
    }

    public Metric metric() {
        return metric;
    }

    /** The MBean and its attributes, for people. */
    public String source() {
        return source;
    }

    /** How often it is read. */
    public Refresh refresh() {
        return refresh;
    }

    /** Where Cassandra has it. */
    public Lines lines() {
        return lines;
    }

    /** All are the node's: a cluster has far fewer nodes, and a node fewer operations, than tables. */
    public Level level() {
        return Level.NODE;
    }

    @Override
    public String toString() {
        return metric.name();
    }
}
