package io.foreread.agent.command.node;

import io.foreread.agent.control.ReadAheadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Map;
import java.util.function.Function;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** Accesses the agent in a running node through its MBean. Not thread-safe. */
public final class RunningAgent {
    private static final String STATE = "io.foreread.state";

    private final NodeConnection node;
    private final ReadAheadMXBean bean;

    private RunningAgent(NodeConnection node, ReadAheadMXBean bean) {
        this.node = node;
        this.bean = bean;
    }

    /**
     * @return null if the agent is not in this node
     * @throws NodeAccessException if the JVM is no Cassandra node, or no longer answers
     */
    public static @Nullable RunningAgent in(NodeConnection node) throws NodeAccessException {
        try {
            ObjectName name = new ObjectName(ReadAheadMXBean.NAME);
            if (node.server().isRegistered(name))
                return new RunningAgent(node, JMX.newMXBeanProxy(node.server(), name, ReadAheadMXBean.class));
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new NodeAccessException(node + " no longer answers: " + e.getMessage(), e);
        }
        if (node.release() == null)
            throw new NodeAccessException(node + " is not a Cassandra node, or has not started yet");
        return null;
    }

    /** Says why the agent is not in this node, according to what the JVM reports, and what to do. */
    public static String absence(NodeConnection node) throws NodeAccessException {
        boolean loaded = false;
        Object properties = node.attribute(ManagementFactory.RUNTIME_MXBEAN_NAME, "SystemProperties");
        if (properties instanceof TabularData)
            loaded = ((TabularData) properties)
                    .values().stream().map(row -> (CompositeData) row).anyMatch(row -> STATE.equals(row.get("key")));
        return loaded
                ? "The agent is loaded and does nothing: it was detached, it is switched off (enabled: false), or its"
                        + " configuration could not be read. Standard error of the node has the reason."
                : "The agent is not loaded. Add -javaagent:foreread-agent.jar to the JVM options of the node and restart"
                        + " it.";
    }

    /**
     * Reads from the MBean, or changes it.
     *
     * @throws NodeAccessException if the node does not answer, or its agent is of a version without this attribute
     */
    public <T> T call(Function<ReadAheadMXBean, T> call) throws NodeAccessException {
        try {
            return call.apply(bean);
        } catch (UndeclaredThrowableException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new NodeAccessException(
                    node + " does not answer, or its agent has another version than this command: "
                            + cause.getMessage(),
                    e);
        }
    }

    /** Returns whether a hook fits this release, but could not be applied. */
    public static boolean hasFailed(Map.Entry<String, String> hook) {
        return hook.getValue().startsWith("failed");
    }
}
