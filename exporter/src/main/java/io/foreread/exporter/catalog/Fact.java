package io.foreread.exporter.catalog;

/** A metric that is not in Cassandra's registry, with the MBean attributes or the file it is read from. Immutable. */
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

    /** The MBean and its attributes, or the file, for the documentation. */
    public String source() {
        return source;
    }

    public Refresh refresh() {
        return refresh;
    }

    /** The releases that have the metric. */
    public Lines lines() {
        return lines;
    }

    @Override
    public String toString() {
        return metric.name();
    }
}
