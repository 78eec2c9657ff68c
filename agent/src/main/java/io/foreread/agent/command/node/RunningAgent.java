package io.foreread.agent.command.node;

import io.foreread.agent.control.ReadAheadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import javax.management.AttributeNotFoundException;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/** Accesses the agent in a running node through its MBean. Not thread-safe. */
public final class RunningAgent {
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
        } catch (SecurityException e) {
            throw refused(node, e);
        }
        if (node.release() == null)
            throw new NodeAccessException(node + " is not a Cassandra node, or has not started yet");
        return null;
    }

    /** The state of the agent in this node. */
    public static AgentState state(NodeConnection node) throws NodeAccessException {
        Object properties = node.attribute(ManagementFactory.RUNTIME_MXBEAN_NAME, "SystemProperties");
        if (!(properties instanceof TabularData))
            throw new NodeAccessException("the system properties of " + node + " cannot be read");
        CompositeData state = ((TabularData) properties).get(new Object[] {AgentState.PROPERTY});
        return AgentState.of(state == null ? null : (String) state.get("value"));
    }

    /** Whether the options of this node start the agent. */
    public static boolean isInOptions(NodeConnection node) throws NodeAccessException {
        Object options = node.attribute(ManagementFactory.RUNTIME_MXBEAN_NAME, "InputArguments");
        return options instanceof String[]
                && Arrays.stream((String[]) options).anyMatch(option -> AgentOption.arguments(option) != null);
    }

    /** Says why the agent has no MBean in this node, and what to do. */
    public static String absence(AgentState state) {
        switch (state.kind()) {
            case ABSENT:
                return "The agent is not loaded. Attach it (foreread attach), or add -javaagent:foreread-agent.jar to the"
                        + " JVM options of the node and restart it.";
            case ATTACHING:
                return "The agent is being attached.";
            case DETACHING:
                return state.agent() + " is being detached; " + state.detail() + ".";
            case DETACHED:
                if (!state.detail().isEmpty()) return "Foreread is detached; " + state.detail() + ".";
                return "The agent is loaded and does nothing: it was detached, it is switched off (enabled: false), or its"
                        + " configuration could not be read. Standard error of the node has the reason. foreread attach"
                        + " attaches it.";
            case INCOMPLETE:
                return "The last detach of " + state.agent() + " is not complete: " + state.detail()
                        + ". Repeat it (foreread detach).";
            case ATTACHED:
                return state.agent() + " is attached, but its MBean is missing. The log of the node has the reason.";
            default:
                return "The state of the agent is '" + state + "', which this version of the command does not know.";
        }
    }

    /**
     * Reads from the MBean, or changes it.
     *
     * @throws NodeAccessException if the node does not answer, the user of the connection may not do this, or the agent is of a
     *     version without this attribute
     */
    public <T> T call(Function<ReadAheadMXBean, T> call) throws NodeAccessException {
        try {
            return call.apply(bean);
        } catch (SecurityException e) {
            throw refused(node, e);
        } catch (UndeclaredThrowableException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new NodeAccessException(
                    node + " does not answer, or its agent has another version than this command: "
                            + cause.getMessage(),
                    e);
        }
    }

    /**
     * Reads an attribute that agents of other versions may lack.
     *
     * @return null if the agent lacks it
     * @throws NodeAccessException if the node does not answer, or the user of the connection may not do this
     */
    public <T> @Nullable T find(Function<ReadAheadMXBean, T> read) throws NodeAccessException {
        try {
            return call(read);
        } catch (NodeAccessException e) {
            Throwable undeclared = e.getCause();
            if (undeclared != null && undeclared.getCause() instanceof AttributeNotFoundException) return null;
            throw e;
        }
    }

    private static NodeAccessException refused(NodeConnection node, SecurityException e) {
        return new NodeAccessException(
                "the JMX user of " + node + " may not use the MBean " + ReadAheadMXBean.NAME + ": " + e.getMessage(),
                e);
    }

    /** Returns whether a hook fits this release, but could not be applied. */
    public static boolean hasFailed(Map.Entry<String, String> hook) {
        return hook.getValue().startsWith("failed");
    }
}
