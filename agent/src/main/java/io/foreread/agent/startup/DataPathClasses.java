package io.foreread.agent.startup;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.CodeSource;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.slf4j.Logger;

/**
 * Loads all classes that woven code can reach, and those that detach the agent, at the start. If they were loaded on first
 * use, a scan could fail because of a missing class after a new version has been copied over the jar.
 */
final class DataPathClasses {
    private static final String[] PACKAGES = {
        "io/foreread/agent/probe/",
        "io/foreread/agent/readahead/",
        "io/foreread/agent/reader/",
        "io/foreread/agent/resident/",
        "io/foreread/agent/startup/",
        "io/foreread/agent/writeahead/",
        "io/foreread/agent/writer/",
        "io/foreread/exporter/recorder/",
        "org/apache/cassandra/",
    };
    private static final String SUFFIX = ".class";
    private static final String DESCRIPTION = "package-info" + SUFFIX;

    private DataPathClasses() {}

    /** Does not initialize them: Cassandra has possibly not read its configuration yet. */
    static void load(Logger logger) {
        try {
            load(DataPathClasses.class.getProtectionDomain().getCodeSource());
        } catch (IOException | URISyntaxException | RuntimeException e) {
            logger.warn("Foreread could not load all of its classes; do not replace its jar while the node runs", e);
        }
    }

    private static void load(CodeSource source) throws IOException, URISyntaxException {
        File jar = source == null ? null : new File(source.getLocation().toURI());
        if (jar == null || !jar.isFile()) return;
        try (JarFile opened = new JarFile(jar)) {
            for (Enumeration<JarEntry> entries = opened.entries(); entries.hasMoreElements(); ) {
                String name = entries.nextElement().getName();
                if (name.endsWith(SUFFIX) && isOnDataPath(name)) loadClass(name);
            }
        }
    }

    /** @param entry the path of a class file in the jar */
    static boolean isOnDataPath(String entry) {
        if (entry.endsWith(DESCRIPTION)) return false;
        for (String start : PACKAGES) if (entry.startsWith(start)) return true;
        return false;
    }

    private static void loadClass(String entry) {
        String name = entry.substring(0, entry.length() - SUFFIX.length()).replace('/', '.');
        try {
            Class.forName(name, false, DataPathClasses.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError ignored) {
            // Refers to a class of another line; no code path of this node reaches it.
        }
    }
}
