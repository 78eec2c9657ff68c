package io.foreread.agent.resident;

import java.io.File;
import java.io.IOException;
import java.util.Enumeration;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Loads classes of a jar before they are used, so that they do not depend on the jar any more. */
public final class JarClasses {
    private static final String SUFFIX = ".class";
    private static final String DESCRIPTION = "package-info" + SUFFIX;

    private JarClasses() {}

    /**
     * Loads classes and does not initialize them. Ignores those that refer to a class of another line of Cassandra.
     *
     * @param selected the paths of the class files in the jar
     */
    public static void load(File jar, ClassLoader loader, Predicate<String> selected) throws IOException {
        try (JarFile opened = new JarFile(jar, false)) {
            for (Enumeration<JarEntry> entries = opened.entries(); entries.hasMoreElements(); ) {
                String path = entries.nextElement().getName();
                if (path.endsWith(SUFFIX) && !path.endsWith(DESCRIPTION) && selected.test(path)) load(path, loader);
            }
        }
    }

    private static void load(String path, ClassLoader loader) {
        String name = path.substring(0, path.length() - SUFFIX.length()).replace('/', '.');
        try {
            Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError ignored) {
            // No code path of this node reaches it.
        }
    }
}
