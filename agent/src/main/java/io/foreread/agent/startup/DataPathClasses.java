package io.foreread.agent.startup;

import io.foreread.agent.resident.JarClasses;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.CodeSource;
import org.slf4j.Logger;

/**
 * Loads all classes that woven code can reach, and those that detach the agent, at the start. If they were loaded on first
 * use, a scan would wait for this, and the two bridge classes, which Cassandra's class loader loads from the jar itself, could
 * be missing after a new version has been copied over the jar.
 */
final class DataPathClasses {
    private static final String[] PACKAGES = {
        "io/foreread/agent/compaction/",
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
        JarClasses.load(jar, DataPathClasses.class.getClassLoader(), DataPathClasses::isOnDataPath);
    }

    /** @param entry the path of a class file in the jar */
    static boolean isOnDataPath(String entry) {
        for (String start : PACKAGES) if (entry.startsWith(start)) return true;
        return false;
    }
}
