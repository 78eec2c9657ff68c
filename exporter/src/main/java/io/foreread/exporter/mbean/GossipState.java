package io.foreread.exporter.mbean;

import java.util.HashMap;
import java.util.Map;

/** The gossip state of one node. Immutable after {@link #parse}. */
final class GossipState {
    static final GossipState NONE = new GossipState();

    private String status = "";
    private String schema = "";
    private String datacenter = "";
    private String rack = "";
    private String internalAddress = "";

    private GossipState() {}

    /**
     * @param text the text of Cassandra's {@code AllEndpointStates}: for each endpoint, a line with its address and
     *     then indented lines {@code KEY:version:value}
     * @return the states by endpoint
     */
    static Map<String, GossipState> parse(String text) {
        Map<String, GossipState> states = new HashMap<>();
        GossipState state = new GossipState();
        for (int begin = 0, end; begin < text.length(); begin = end + 1) {
            end = text.indexOf('\n', begin);
            if (end < 0) end = text.length();
            if (begin == end) continue;
            if (text.charAt(begin) == ' ') {
                state.take(text, begin, end);
            } else {
                state = new GossipState();
                states.put(EndpointName.of(text.substring(begin, end)), state);
            }
        }
        return states;
    }

    private void take(String text, int begin, int end) {
        int key = begin;
        while (key < end && text.charAt(key) == ' ') key++;
        if (text.startsWith("STATUS_WITH_PORT:", key)) status = value(text, key, end);
        else if (text.startsWith("STATUS:", key) && status.isEmpty()) status = value(text, key, end);
        else if (text.startsWith("SCHEMA:", key)) schema = value(text, key, end);
        else if (text.startsWith("INTERNAL_ADDRESS_AND_PORT:", key)) internalAddress = value(text, key, end);
        else if (text.startsWith("INTERNAL_IP:", key) && internalAddress.isEmpty())
            internalAddress = value(text, key, end);
        else if (text.startsWith("DC:", key)) datacenter = value(text, key, end);
        else if (text.startsWith("RACK:", key)) rack = value(text, key, end);
    }

    private static String value(String text, int key, int end) {
        int colon = text.indexOf(':', text.indexOf(':', key) + 1);
        return colon < 0 || colon >= end ? "" : text.substring(colon + 1, end);
    }

    /** Whether the node has left the ring. */
    boolean hasLeft() {
        return status.startsWith("LEFT") || status.startsWith("removed");
    }

    /** The schema version; empty if it is not known. */
    String schema() {
        return schema;
    }

    /**
     * The internal address. If {@code prefer_local} is set, the other nodes of the same datacenter connect to this
     * address, and their connection metrics have it as the peer.
     */
    String internalAddress() {
        return internalAddress;
    }

    String datacenter() {
        return datacenter;
    }

    String rack() {
        return rack;
    }
}
