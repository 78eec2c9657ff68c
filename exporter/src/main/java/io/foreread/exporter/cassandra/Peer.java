package io.foreread.exporter.cassandra;

import java.util.HashMap;
import java.util.Map;

/** Another node, about which this node has metrics. The fields are guarded by the lock of {@link PeerFamilies}. */
final class Peer implements Exportable {
    final String name;
    /** The last known datacenter, empty if none is known. Kept when the node leaves. */
    String datacenter = "";

    boolean inRing = true;
    /** The metrics of this peer as parts of sums, by family and labels. */
    final Map<String, PeerFamilies.Member> members = new HashMap<>();

    private volatile boolean exported;

    Peer(String name) {
        this.name = name;
    }

    @Override
    public boolean isExported() {
        return exported;
    }

    void setExported(boolean isExported) {
        exported = isExported;
    }
}
