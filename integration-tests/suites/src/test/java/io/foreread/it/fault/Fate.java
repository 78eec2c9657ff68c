package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraNode;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** What {@code disk_failure_policy} has made of a node. */
enum Fate {
    SERVING,
    /** Neither gossip nor clients. */
    STOPPED,
    /** One of the two. */
    HALF_STOPPED,
    DEAD;

    /** The thread that met the fault may be about to act on it; what it has not begun by then it does not do. */
    private static final Duration BEGINS = Duration.ofSeconds(5);

    /** The rest of the cluster is told before gossip stops. */
    private static final Duration ENDS = Duration.ofSeconds(30);

    static Fate of(CassandraNode node) {
        if (!node.isAlive()) return DEAD;
        Services services;
        try {
            services = Services.of(node);
        } catch (RuntimeException e) {
            if (node.isAlive()) throw e;
            return DEAD;
        }
        if (services.gossip() && services.nativeTransport()) return SERVING;
        return services.gossip() || services.nativeTransport() ? HALF_STOPPED : STOPPED;
    }

    /** As soon as it is that, else after some seconds. */
    static Fate settled(CassandraNode node, Fate likely) {
        if (await(node, BEGINS, fate -> fate == likely)) return likely;
        await(node, ENDS, fate -> fate != HALF_STOPPED);
        return of(node);
    }

    private static boolean await(CassandraNode node, Duration longest, Predicate<Fate> enough) {
        try {
            // A node that is dying answers nothing.
            Awaitility.await().atMost(longest).ignoreExceptions().until(() -> enough.test(of(node)));
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }
}
