package io.foreread.exporter.config;

import java.util.Locale;

/** How a distribution of Cassandra is exported. */
public enum Distributions {
    /** Not exported. */
    NONE(false, false),
    /** Sum and count, for rates and means. */
    TOTALS(false, false),
    /** Sum, count and buckets, for percentiles over any number of nodes. */
    BUCKETS(true, false),
    /** Sum, count and Cassandra's own percentiles, which cannot be aggregated. */
    QUANTILES(false, true),
    BOTH(true, true);

    private final boolean buckets;
    private final boolean quantiles;

    Distributions(boolean buckets, boolean quantiles) {
        this.buckets = buckets;
        this.quantiles = quantiles;
    }

    public boolean buckets() {
        return buckets;
    }

    public boolean quantiles() {
        return quantiles;
    }

    /** The name in settings. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
