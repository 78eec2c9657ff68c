package io.foreread.agent.command.node;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A JVM to which this process is attached. It calls by reflection, because a JRE does not have the attach API of the
 * JDK and because the methods of Byte Buddy's client have the same names. Not thread-safe.
 */
final class AttachedJvm implements AutoCloseable {
    private static final String LOAD_EXCEPTION = "com.sun.tools.attach.AgentLoadException";

    private final Class<?> api;
    private final Object machine;

    /**
     * @param api the class with the methods of {@code com.sun.tools.attach.VirtualMachine}
     * @param machine an instance of this class
     */
    AttachedJvm(Class<?> api, Object machine) {
        this.api = api;
        this.machine = machine;
    }

    /** Loads an agent into the JVM. Returns when its {@code agentmain} has returned. */
    void loadAgent(Path jar, String arguments) throws Exception {
        try {
            invoke(api, machine, "loadAgent", jar.toString(), arguments);
        } catch (Exception | InternalError e) {
            if (!isSuccessOnJava8(e)) throw e;
        }
    }

    /** The attach API of Java 10 and later takes the answer 0 of a JVM of Java 8 for the message of an error. */
    private static boolean isSuccessOnJava8(Throwable failure) {
        for (Throwable one = failure; one != null; one = one.getCause())
            if (one.getClass().getName().equals(LOAD_EXCEPTION) && "0".equals(one.getMessage())) return true;
        return false;
    }

    Properties systemProperties() throws Exception {
        Object properties = invoke(api, machine, "getSystemProperties");
        if (properties instanceof Properties) return (Properties) properties;
        throw new IllegalStateException("no system properties: " + properties);
    }

    /** Starts the local JMX connector unless it runs, and returns its address. */
    String startLocalManagementAgent() throws Exception {
        return String.valueOf(invoke(api, machine, "startLocalManagementAgent"));
    }

    /** Detaches from the JVM. An agent that was loaded stays. */
    @Override
    public void close() {
        try {
            invoke(api, machine, "detach");
        } catch (Exception ignored) {
            // The JVM has ended.
        }
    }

    /**
     * Calls a method whose parameters are strings.
     *
     * @param target null for a static method
     * @throws Exception the exception or error of the method
     */
    static @Nullable Object invoke(Class<?> type, @Nullable Object target, String method, String... arguments)
            throws Exception {
        Class<?>[] parameters = new Class<?>[arguments.length];
        Arrays.fill(parameters, String.class);
        try {
            return type.getMethod(method, parameters).invoke(target, (Object[]) arguments);
        } catch (InvocationTargetException e) {
            throw cause(e);
        }
    }

    /** Returns the exception that a called method has thrown. Throws it if it is an error. */
    static Exception cause(InvocationTargetException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error) throw (Error) cause;
        return cause instanceof Exception ? (Exception) cause : e;
    }
}
