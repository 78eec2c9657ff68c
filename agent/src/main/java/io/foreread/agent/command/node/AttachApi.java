package io.foreread.agent.command.node;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Starts the local JMX connector of a JVM by the attach API of the JDK. A JRE does not have this API, so it is called
 * by reflection.
 */
final class AttachApi {
    private static final String VIRTUAL_MACHINE = "com.sun.tools.attach.VirtualMachine";
    /**
     * The attach API has no time limit. It waits forever if the JVM is stopped (SIGSTOP) and was attached to before it was
     * stopped.
     */
    private static final long LIMIT_SECONDS = 20;

    private AttachApi() {}

    /**
     * Returns the address of the connector.
     *
     * @throws NodeAccessException if the JVM cannot be attached to; the message says why
     */
    static String connectorAddress(NodeProcess process) throws NodeAccessException {
        refuseWhatCannotWork(process);
        Class<?> api = find();
        if (api == null)
            throw new NodeAccessException("this Java (" + System.getProperty("java.home")
                    + ") has no attach API; run the command with a JDK, or connect with --jmx");
        FutureTask<String> attached = new FutureTask<>(() -> attach(api, process));
        Thread thread = new Thread(attached, "foreread-attach");
        thread.setDaemon(true);
        thread.start();
        try {
            return attached.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new NodeAccessException(
                    "cannot attach to " + process + ": " + cause.getMessage() + hint(process), cause);
        } catch (TimeoutException e) {
            throw new NodeAccessException(
                    process + " did not answer within " + LIMIT_SECONDS + " s: is it stopped, or in a long pause?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeAccessException("interrupted", e);
        }
    }

    private static String attach(Class<?> api, NodeProcess process) throws Exception {
        try {
            Object machine = api.getMethod("attach", String.class).invoke(null, String.valueOf(process.pid()));
            try {
                return String.valueOf(api.getMethod("startLocalManagementAgent").invoke(machine));
            } finally {
                api.getMethod("detach").invoke(machine);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
        }
    }

    private static void refuseWhatCannotWork(NodeProcess process) throws NodeAccessException {
        if (process.has("-XX:+DisableAttachMechanism"))
            throw new NodeAccessException(process
                    + " does not allow to attach (-XX:+DisableAttachMechanism); connect with --jmx, for example --jmx"
                    + " 127.0.0.1:7199");
        try {
            if (process.belongsToOtherUser())
                throw new NodeAccessException(process + " belongs to user " + process.user()
                        + "; run the command as this user (sudo -u " + process.user() + " ...), or connect with --jmx");
        } catch (IOException e) {
            throw new NodeAccessException("the user of " + process + " cannot be determined: " + e, e);
        }
    }

    private static String hint(NodeProcess process) {
        return process.isInOtherNamespace()
                ? "; it runs in a container: run the command in that container, or connect with --jmx"
                : "; connect with --jmx, for example --jmx 127.0.0.1:7199";
    }

    /** @return the main class of the attach API; null if this Java has no attach API */
    private static @Nullable Class<?> find() {
        try {
            return Class.forName(VIRTUAL_MACHINE, false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException e) {
            return ofJava8();
        }
    }

    /** In Java 8 the attach API is in tools.jar of the JDK, which is beside the directory of the JRE. */
    @SuppressWarnings("BanClassLoader") // a jar of this JDK
    private static @Nullable Class<?> ofJava8() {
        File tools = new File(System.getProperty("java.home"), "../lib/tools.jar");
        if (!tools.isFile()) return null;
        try {
            // The class loader is not closed, because it loads classes as long as this process runs.
            return Class.forName(VIRTUAL_MACHINE, false, new URLClassLoader(new URL[] {
                tools.toURI().toURL()
            }));
        } catch (ClassNotFoundException | IOException e) {
            return null;
        }
    }
}
