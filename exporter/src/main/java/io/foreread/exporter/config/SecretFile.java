package io.foreread.exporter.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Checks the permissions of a file with a secret. */
public final class SecretFile {
    private SecretFile() {}

    /**
     * Whether more users can read the file than necessary: all users, or the group of a file that this process owns. A
     * file of another owner must be readable by its group, so that this process can read it.
     *
     * @return whether the file is readable by others; false also if the file does not exist or the file system has no
     *     POSIX permissions
     */
    public static boolean isReadableByOthers(Path file) {
        return isReadableByOthers(file, System.getProperty("user.name"));
    }

    static boolean isReadableByOthers(Path file, String user) {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.contains(PosixFilePermission.OTHERS_READ)) return true;
            return permissions.contains(PosixFilePermission.GROUP_READ)
                    && Files.getOwner(file).getName().equals(user);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
