package io.foreread.it.bench.fleet;

import java.util.ArrayList;
import java.util.List;

/**
 * A node of the fleet. Times are seconds since the start of the data.
 *
 * @param template the index of the node's release in {@code FleetSpec.releases()}
 * @param startedAt the start of the node, which is before the data and therefore negative
 * @param restartedAt the restart of the node; after the end of the data if the node is not restarted
 * @param deadFrom the failure of the node; after the end of the data if the node does not fail
 */
record FleetNode(
        int number,
        String cluster,
        String datacenter,
        String rack,
        int template,
        long startedAt,
        long restartedAt,
        long deadFrom) {
    private static final int RACKS = 3;
    private static final long NEVER = Long.MAX_VALUE / 4;
    private static final long DAY = 86_400;

    /** In each cluster, one node fails after two thirds of the time and another is restarted after one third. */
    static List<FleetNode> of(FleetSpec spec) {
        List<FleetNode> nodes = new ArrayList<>();
        long seconds = spec.duration().toSeconds();
        for (int i = 0; i < spec.nodes(); i++) {
            int inCluster = i / spec.clusters();
            nodes.add(new FleetNode(
                    i,
                    "cluster-" + (char) ('a' + i % spec.clusters()),
                    "dc" + (1 + inCluster % 2),
                    "rack" + (1 + inCluster / 2 % RACKS),
                    inCluster % spec.releases().size(),
                    -DAY * (1 + i % 30),
                    inCluster == 1 ? seconds / 3 : NEVER,
                    inCluster == 2 ? seconds * 2 / 3 : NEVER));
        }
        return nodes;
    }

    String host() {
        return cluster + "-" + number;
    }

    String instance() {
        return host() + ":9507";
    }

    /** The address of this node in the label {@code peer} of other nodes' metrics. */
    String address() {
        return "10.0." + number / 250 + "." + (1 + number % 250);
    }

    boolean isAlive(long second) {
        return second < deadFrom;
    }

    /** The seconds since the last start of the node. */
    long age(long second) {
        return second - (second >= restartedAt ? restartedAt : startedAt);
    }
}
