package io.foreread.it.fault;

import io.foreread.it.fixture.CassandraNode;
import java.time.Duration;
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

    /** The thread that met the fault may be about to act on it; what it has not done by then it does not do. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    static Fate of(CassandraNode node) {
        if (!node.isAlive()) return DEAD;
        Services services = Services.of(node);
        if (services.gossip() && services.nativeTransport()) return SERVING;
        return services.gossip() || services.nativeTransport() ? HALF_STOPPED : STOPPED;
    }

    /** As soon as it is that, else after some seconds. */
    static Fate settled(CassandraNode node, Fate likely) {
        try {
            Awaitility.await()
                    .atMost(LONGEST)
                    // A node that is dying answers nothing.
                    .ignoreExceptions()
                    .until(() -> of(node) == likely);
        } catch (ConditionTimeoutException e) {
            // Then that is what it is.
        }
        return of(node);
    }
}
