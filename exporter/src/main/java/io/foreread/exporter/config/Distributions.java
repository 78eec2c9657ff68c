package io.foreread.exporter.config;

import java.util.Locale;

/** How a distribution of Cassandra is exported. */
public enum Distributions {
    /** Not exported. */
    NONE(false, false, false),
    /** Sum and count, for rates and means. */
    TOTALS(true, false, false),
    /** Sum, count and buckets, for percentiles over any number of nodes. */
    BUCKETS(true, true, false),
    /** Sum, count and Cassandra's own percentiles, which cannot be aggregated. */
    QUANTILES(true, false, true),
    BOTH(true, true, true);

    private final boolean totals;
    private final boolean buckets;
    private final boolean quantiles;

    Distributions(boolean totals, boolean buckets, boolean quantiles) {
        this.totals = totals;
        this.buckets = buckets;
        this.quantiles = quantiles;
    }

    public boolean totals() {
        return totals;
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
