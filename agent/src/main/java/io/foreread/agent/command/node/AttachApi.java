package io.foreread.agent.command.node;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Attaches to JVMs by the attach API of the JDK or, if this Java has none, by {@link EmulatedAttach}. */
final class AttachApi {
    private static final String VIRTUAL_MACHINE = "com.sun.tools.attach.VirtualMachine";
    /**
     * The attach API has no time limit. It waits forever if the JVM is stopped (SIGSTOP) and was attached to before it was
     * stopped.
     */
    private static final long LIMIT_SECONDS = 20;

    private AttachApi() {}

    /** A use of an attached JVM. */
    interface Use<T> {
        T of(AttachedJvm jvm) throws Exception;
    }

    /**
     * Returns the address of the local JMX connector, which is started unless it runs.
     *
     * @throws NodeAccessException if the JVM cannot be attached to; the message says why
     */
    static String connectorAddress(NodeProcess process) throws NodeAccessException {
        return attached(
                process,
                "connect with --jmx (status, on, off), for example --jmx 127.0.0.1:7199",
                LIMIT_SECONDS,
                AttachedJvm::startLocalManagementAgent);
    }

    /**
     * Attaches to a JVM, uses it and detaches from it.
     *
     * @param alternative what the user can do if the JVM cannot be attached to
     * @throws NodeAccessException if the JVM cannot be attached to, or if the use fails; the message says why
     */
    static <T> T attached(NodeProcess process, String alternative, long limitSeconds, Use<T> use)
            throws NodeAccessException {
        refuseWhatCannotWork(process, alternative);
        FutureTask<T> attached = new FutureTask<>(() -> {
            try (AttachedJvm jvm = attach(process, alternative)) {
                return use.of(jvm);
            }
        });
        Thread thread = new Thread(attached, "foreread-attach");
        thread.setDaemon(true);
        thread.start();
        try {
            return attached.get(limitSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof NodeAccessException) throw (NodeAccessException) cause;
            throw new NodeAccessException(
                    "cannot attach to " + process + ": " + reason(cause) + hint(process, alternative), cause);
        } catch (TimeoutException e) {
            throw new NodeAccessException(
                    process + " did not answer within " + limitSeconds + " s: is it stopped, or in a long pause?", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NodeAccessException("interrupted", e);
        }
    }

    private static AttachedJvm attach(NodeProcess process, String alternative) throws Exception {
        Class<?> api = Jdk.API;
        if (api == null) return EmulatedAttach.to(process, alternative);
        Object machine;
        try {
            machine = AttachedJvm.invoke(api, null, "attach", String.valueOf(process.pid()));
        } catch (LinkageError e) {
            // A JRE of Debian has the classes of the API, but not its native library.
            return EmulatedAttach.to(process, alternative);
        } catch (Exception e) {
            if (!String.valueOf(e.getMessage()).contains("no providers installed")) throw e;
            return EmulatedAttach.to(process, alternative);
        }
        if (machine == null) throw new IllegalStateException("the attach API returned nothing");
        return new AttachedJvm(api, machine);
    }

    private static void refuseWhatCannotWork(NodeProcess process, String alternative) throws NodeAccessException {
        if (process.has("-XX:+DisableAttachMechanism"))
            throw new NodeAccessException(
                    process + " does not allow to attach (-XX:+DisableAttachMechanism); " + alternative);
        try {
            if (process.belongsToOtherUser())
                throw new NodeAccessException(process + " belongs to user " + process.user()
                        + "; run the command as this user (sudo -u " + process.user() + " ...), or " + alternative);
        } catch (IOException e) {
            throw new NodeAccessException("the user of " + process + " cannot be determined: " + e, e);
        }
        if (!process.canBeAskedForItsSocket())
            throw new NodeAccessException(
                    process + " has just begun to start, or runs with -Xrs; try again later, or " + alternative);
    }

    private static String reason(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    private static String hint(NodeProcess process, String alternative) {
        if (process.isInOtherNamespace())
            return "; it runs in a container: run the command in that container, or " + alternative;
        try {
            // The JVM of Java 8 and 11 does not answer root if it runs as another user.
            if (!process.hasSameUser())
                return "; run the command as the user of the node (sudo -u " + process.user() + " ...), or "
                        + alternative;
        } catch (IOException ignored) {
            // The process has ended.
        }
        return "; " + alternative;
    }

    /** The attach API of this JDK. It is loaded once, because a JVM loads its native library only once. */
    private static final class Jdk {
        /** The main class of the attach API; null if this Java has no attach API. */
        static final @Nullable Class<?> API = find();

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
}
