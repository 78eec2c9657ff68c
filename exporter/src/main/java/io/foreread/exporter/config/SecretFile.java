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
     * Whether more users than necessary can read the file: all users, or the group of a file that this process owns. If
     * another user owns the file, this process reads the file as a member of its group, so the group needs the
     * permission.
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
