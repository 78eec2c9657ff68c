package io.foreread.exporter.cassandra;

import java.util.Collections;
import java.util.Map;

/**
 * What the sums of peers of a bridge have counted. The sums of the next bridge continue it, so they do not decrease.
 * Immutable.
 */
public final class PeerCounts {
    /** No counts, for the first bridge of a node. */
    public static final PeerCounts NONE =
            new PeerCounts(Collections.emptyMap(), Collections.emptyMap(), Collections.emptyMap());

    /** By family and labels of the sum. */
    final Map<String, PeerSum.Past> sums;
    /** By family and labels of the metric of the peer. */
    final Map<String, PeerSum.LastRead> parts;
    /** The last known datacenters by name of the peer, because the ring does not contain peers that have left. */
    final Map<String, String> datacenters;

    PeerCounts(Map<String, PeerSum.Past> sums, Map<String, PeerSum.LastRead> parts, Map<String, String> datacenters) {
        this.sums = Collections.unmodifiableMap(sums);
        this.parts = Collections.unmodifiableMap(parts);
        this.datacenters = Collections.unmodifiableMap(datacenters);
    }
}
