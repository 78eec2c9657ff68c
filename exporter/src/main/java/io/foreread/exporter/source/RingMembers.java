package io.foreread.exporter.source;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The nodes of the cluster and their datacenters, as this node sees them. Nodes that have left are absent. Immutable. */
public final class RingMembers {
    private final int size;
    private final Map<String, String> datacenters;
    /**
     * The datacenter by address without port, for metrics whose addresses have another port than in gossip, or no port.
     */
    private final Map<String, String> datacentersOfHosts = new HashMap<>();

    /**
     * @param size the number of nodes, this one included
     * @param datacenters the datacenter by address, in the notation of the label {@code peer}. A node can have several
     * addresses. The datacenter is empty if it is not known.
     */
    public RingMembers(int size, Map<String, String> datacenters) {
        this.size = size;
        this.datacenters = Collections.unmodifiableMap(new HashMap<>(datacenters));
        datacenters.forEach((peer, datacenter) -> datacentersOfHosts.putIfAbsent(host(peer), datacenter));
    }

    /** The number of nodes, this one included. */
    public int size() {
        return size;
    }

    /** @return the datacenter of a node, empty if it is not known, or null if the node is not in the ring */
    public @Nullable String datacenter(String peer) {
        String datacenter = datacenters.get(peer);
        return datacenter != null ? datacenter : datacentersOfHosts.get(host(peer));
    }

    /** Removes the port from {@code 10.0.0.1:7000} or {@code [::1]:7000}. Addresses without port are allowed. */
    private static String host(String peer) {
        if (peer.startsWith("[")) return peer.substring(1, Math.max(1, peer.indexOf(']')));
        int colon = peer.indexOf(':');
        return colon < 0 || colon != peer.lastIndexOf(':') ? peer : peer.substring(0, colon);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RingMembers
                && size == ((RingMembers) other).size
                && datacenters.equals(((RingMembers) other).datacenters);
    }

    @Override
    public int hashCode() {
        return datacenters.hashCode();
    }
}
