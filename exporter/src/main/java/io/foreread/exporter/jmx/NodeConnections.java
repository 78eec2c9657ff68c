package io.foreread.exporter.jmx;

import io.foreread.exporter.config.HostPort;
import io.foreread.exporter.jmx.client.JmxAccess;
import io.foreread.exporter.jmx.client.JmxConnection;
import io.foreread.exporter.jmx.client.JmxLimits;
import io.foreread.exporter.jmx.client.NodeUnreachableException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connections to a node: one for scrapes, and one for background reads, which is opened by the first background
 * read. If the connection for background reads is lost, scrapes are not affected. Thread-safe.
 */
public final class NodeConnections implements AutoCloseable {
    /**
     * The pause after a failed attempt to open the connection for background reads. Without it, each read would try, and
     * the check of a password is expensive for a node.
     */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final HostPort node;
    private final JmxAccess access;
    private final JmxConnection live;
    private final LongAdder calls;
    private final ThreadLocal<Boolean> background = ThreadLocal.withInitial(() -> false);
    /** Guarded by this, as are the following fields. */
    private @Nullable JmxConnection backgroundConnection;

    /** Why the last attempt to open the connection for background reads failed; null if it did not. */
    private @Nullable NodeUnreachableException failure;

    private long failedNanos;
    private boolean closed;

    private NodeConnections(HostPort node, JmxAccess access, JmxConnection live, LongAdder calls) {
        this.node = node;
        this.access = access;
        this.live = live;
        this.calls = calls;
    }

    /** @throws NodeUnreachableException if the node does not answer */
    public static NodeConnections open(HostPort node, JmxAccess access) throws NodeUnreachableException {
        LongAdder calls = new LongAdder();
        return new NodeConnections(node, access, JmxConnection.open(node, access, calls), calls);
    }

    /** Runs a task whose calls use the connection for background reads. */
    public void inBackground(Runnable task) {
        background.set(true);
        try {
            task.run();
        } finally {
            background.remove();
        }
    }

    boolean inBackground() {
        return background.get();
    }

    HostPort node() {
        return node;
    }

    JmxLimits limits() {
        return access.limits();
    }

    /** Returns the connection for the calls of this thread. */
    JmxConnection current() throws NodeUnreachableException {
        return inBackground() ? background() : live;
    }

    private synchronized JmxConnection background() throws NodeUnreachableException {
        JmxConnection open = backgroundConnection;
        if (open != null && open.lost() == null) return open;
        if (closed || live.lost() != null)
            throw new NodeUnreachableException(node + " is no longer connected", "no longer answers", null);
        if (failure != null && System.nanoTime() - failedNanos < PAUSE_NANOS) throw failure;
        if (open != null) open.close();
        try {
            JmxConnection opened = JmxConnection.open(node, access, calls);
            backgroundConnection = opened;
            failure = null;
            return opened;
        } catch (NodeUnreachableException e) {
            failure = e;
            failedNanos = System.nanoTime();
            throw e;
        }
    }

    /** The number of calls over both connections, also over a former connection for background reads. */
    public long calls() {
        return calls.sum();
    }

    /**
     * Returns the connection of this thread, for sources that call the node directly; null if the connection is lost.
     */
    public @Nullable MBeanServerConnection server() {
        try {
            return current().server();
        } catch (NodeUnreachableException e) {
            return null;
        }
    }

    /** Returns the connection for background reads that call the node directly; null if there is none. */
    public @Nullable MBeanServerConnection backgroundServer() {
        try {
            return background().server();
        } catch (NodeUnreachableException e) {
            return null;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        live.close();
        if (backgroundConnection != null) backgroundConnection.close();
    }
}
