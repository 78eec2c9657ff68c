package io.foreread.exporter.standalone;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import org.jspecify.annotations.Nullable;

/** The reason why a node is down. Thread-safe. */
final class NodeProblem {
    private final HostPort node;
    private volatile @Nullable NodeUnreachableException reason;

    NodeProblem(HostPort node) {
        this.node = node;
    }

    /** @return whether the message differs from that of the previous reason, because a node can be down for days */
    boolean set(NodeUnreachableException newReason) {
        NodeUnreachableException before = reason;
        reason = newReason;
        return before == null || !message(newReason).equals(message(before));
    }

    /** Called when the node is up. */
    void clear() {
        reason = null;
    }

    /** Returns the message for the log. It begins with the address of the node. */
    String message() {
        NodeUnreachableException now = reason;
        return now == null ? node + " is not connected yet" : message(now);
    }

    private String message(NodeUnreachableException of) {
        String message = String.valueOf(of.getMessage());
        return message.startsWith(node + " ") ? message : node + ": " + message;
    }

    /** Returns the problem without details, because every client of the endpoint can read it. */
    String summary() {
        NodeUnreachableException now = reason;
        return now == null ? "not connected yet" : now.summary() + "; the log of the exporter has the details";
    }
}
