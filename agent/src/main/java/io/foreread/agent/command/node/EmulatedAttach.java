package io.foreread.agent.command.node;

import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.agent.VirtualMachine;
import org.jspecify.annotations.Nullable;

/**
 * Attaches to a JVM without the attach API of the JDK, which a JRE does not have. Byte Buddy's client speaks the
 * protocol of HotSpot. It needs JNA for the UNIX socket of the JVM, and Cassandra has JNA in its class path.
 */
final class EmulatedAttach {
    /** The name is a string, because a JVM of the command cannot load the class without JNA. */
    private static final String HOT_SPOT = "net.bytebuddy.agent.VirtualMachine$ForHotSpot";

    private static final String FACTORY = HOT_SPOT + "$Connection$Factory";
    private static final String POSIX_FACTORY = HOT_SPOT + "$Connection$ForJnaPosixSocket$Factory";
    /** A JVM opens its socket when it is asked for it. On a busy machine this takes seconds. */
    private static final int ATTEMPTS = 100;

    private static final long PAUSE_MILLIS = 100;

    /** The loader of Byte Buddy's client and JNA, whose native library is extracted for each loader. */
    private static @Nullable ClassLoader loader;

    private EmulatedAttach() {}

    /**
     * Attaches to a process of the same user. Does not load JNA from the class path of another user's process, because
     * root would then run code of that user.
     *
     * @param alternative what the user can do if this is not possible
     * @throws NodeAccessException if this is not possible; the message says why
     */
    static AttachedJvm to(NodeProcess process, String alternative) throws Exception {
        String problem = null;
        if (process.isInOtherNamespace()) problem = "it runs in a container; run the command in that container";
        else if (!process.hasSameUser()) problem = "run the command as its user (sudo -u " + process.user() + " ...)";
        Path jna = problem == null ? jna(process) : null;
        if (problem == null && jna == null) problem = "its class path has no JNA, which could replace the attach API";
        if (problem != null || jna == null)
            throw new NodeAccessException("this Java (" + System.getProperty("java.home")
                    + ") has no attach API and cannot attach to " + process + ": " + problem
                    + "; you can also run the command with a JDK, or " + alternative);
        return attach(loader(jna), process);
    }

    private static AttachedJvm attach(ClassLoader loader, NodeProcess process) throws Exception {
        Class<?> hotSpot = loader.loadClass(HOT_SPOT);
        try {
            Object factory = loader.loadClass(POSIX_FACTORY)
                    .getConstructor(String.class, int.class, long.class, TimeUnit.class)
                    .newInstance(process.path("/tmp").toString(), ATTEMPTS, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            Object machine = hotSpot.getMethod("attach", String.class, loader.loadClass(FACTORY))
                    .invoke(null, String.valueOf(process.pid()), factory);
            return new AttachedJvm(hotSpot, machine);
        } catch (InvocationTargetException e) {
            throw AttachedJvm.cause(e);
        }
    }

    private static @Nullable Path jna(NodeProcess process) {
        for (Path entry : process.classPath()) {
            Path name = entry.getFileName();
            if (name != null && name.toString().matches("jna-\\d.*\\.jar") && Files.isReadable(entry)) return entry;
        }
        return null;
    }

    /** The class loader is not closed, because it loads classes as long as this process runs. */
    @SuppressWarnings("BanClassLoader") // loads the jar of the command, and JNA of a process of the same user
    private static synchronized ClassLoader loader(Path jna) throws MalformedURLException {
        if (loader != null) return loader;
        CodeSource client = VirtualMachine.class.getProtectionDomain().getCodeSource();
        if (client == null) throw new IllegalStateException("the jar of the command is not known");
        URL[] jars = {client.getLocation(), jna.toUri().toURL()};
        // The parent has no classes of the command, so that this loader defines Byte Buddy's classes and they find JNA.
        loader = new URLClassLoader(jars, ClassLoader.getSystemClassLoader().getParent());
        return loader;
    }
}
