package io.foreread.agent.resident;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.jar.JarFile;

/**
 * Opens a copy of a jar, so that classes can be loaded from it after the jar was overwritten. The copy is deleted as soon as it
 * is open: from then on its content exists until the JVM closes it, and nothing is left if the JVM is killed.
 */
final class PrivateCopy {
    private PrivateCopy() {}

    /** Copies the jar to the directory for temporary files of this JVM. */
    static JarFile open(File jar) throws IOException {
        return open(jar, System.getProperty("java.io.tmpdir", "/tmp"));
    }

    /** Opens the jar itself if it cannot be copied, and prints the reason to standard error. */
    static JarFile open(File jar, String directory) throws IOException {
        Path copy;
        try {
            copy = copy(jar.toPath(), Paths.get(directory));
        } catch (IOException | RuntimeException e) {
            System.err.println(
                    "foreread: do not overwrite " + jar + " while the node runs: it could not be copied: " + e);
            return new JarFile(jar, false);
        }
        try {
            // The signature of the jar is not checked, as for the jar of an agent.
            return new JarFile(copy.toFile(), false);
        } finally {
            delete(copy);
        }
    }

    private static void delete(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException | RuntimeException e) {
            System.err.println("foreread: " + copy + " could not be deleted: " + e);
        }
    }

    private static Path copy(Path jar, Path directory) throws IOException {
        // Only the user of the node can open this file.
        Path copy = Files.createTempFile(directory, "foreread-", ".jar");
        try (OutputStream out = Files.newOutputStream(copy)) {
            Files.copy(jar, out);
            return copy;
        } catch (IOException | RuntimeException e) {
            delete(copy);
            throw e;
        }
    }
}
