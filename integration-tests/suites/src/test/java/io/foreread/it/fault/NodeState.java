package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraNode;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The state of a node after {@code disk_failure_policy} was applied. */
enum NodeState {
    SERVING,
    /** Both gossip and client connections are stopped. */
    STOPPED,
    /** Either gossip or client connections are stopped, but not both. */
    HALF_STOPPED,
    DEAD;

    /** The maximum time until the thread that detected the fault applies the policy. */
    private static final Duration BEGINS = Duration.ofSeconds(5);

    /** The maximum time until both services are stopped. A node announces its shutdown before it stops gossip. */
    private static final Duration ENDS = Duration.ofSeconds(30);

    static NodeState of(CassandraNode node) {
        if (!node.isAlive()) return DEAD;
        NodeServices services;
        try {
            services = NodeServices.of(node);
        } catch (RuntimeException e) {
            if (node.isAlive()) throw e;
            return DEAD;
        }
        if (services.gossip() && services.nativeTransport()) return SERVING;
        return services.gossip() || services.nativeTransport() ? HALF_STOPPED : STOPPED;
    }

    /** Waits for the likely state. If the node does not reach it within some seconds, returns another final state. */
    static NodeState awaitState(CassandraNode node, NodeState likely) {
        if (await(node, BEGINS, state -> state == likely)) return likely;
        await(node, ENDS, state -> state != HALF_STOPPED);
        return of(node);
    }

    private static boolean await(CassandraNode node, Duration longest, Predicate<NodeState> enough) {
        try {
            // A node that is stopping does not answer.
            Awaitility.await().atMost(longest).ignoreExceptions().until(() -> enough.test(of(node)));
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }
}
