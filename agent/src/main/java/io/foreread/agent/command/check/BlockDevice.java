package io.foreread.agent.command.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The device that holds a directory. Immutable. */
final class BlockDevice {
    private final long major;
    private final long minor;
    private final String fileSystem;

    private BlockDevice(long device, String fileSystem) {
        // The encoding of dev_t in Linux.
        major = ((device >>> 8) & 0xfff) | ((device >>> 32) & ~0xfffL);
        minor = (device & 0xff) | ((device >>> 12) & ~0xffL);
        this.fileSystem = fileSystem;
    }

    /**
     * @param directory if it does not exist, its nearest existing parent is used
     * @throws IOException if the directory is not visible to this user, or the device number cannot be read
     */
    static BlockDevice of(Path directory) throws IOException {
        Path existing = directory.toAbsolutePath();
        while (Files.notExists(existing)) {
            existing = existing.getParent();
            if (existing == null) throw new IOException(directory + " does not exist");
        }
        try {
            Object device = Files.getAttribute(existing, "unix:dev");
            return new BlockDevice(
                    ((Number) device).longValue(), Files.getFileStore(existing).type());
        } catch (AccessDeniedException e) {
            throw new IOException("permission denied; run the command as the user of the node", e);
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            throw new IOException("this system has no device numbers", e);
        }
    }

    /**
     * Returns the kernel readahead of the device. A partition has the readahead of its disk.
     *
     * @param sysfs where sysfs is mounted
     * @return KiB; null if the file system has no block device in sysfs, for example overlay and tmpfs
     */
    @Nullable
    Long readaheadKib(Path sysfs) throws IOException {
        Path link = sysfs.resolve("dev/block").resolve(major + ":" + minor);
        if (!Files.isDirectory(link)) return null;
        Path device = link.toRealPath();
        Path file = device.resolve("queue/read_ahead_kb");
        Path disk = device.getParent();
        if (!Files.isRegularFile(file) && disk != null) file = disk.resolve("queue/read_ahead_kb");
        if (!Files.isRegularFile(file)) return null;
        String text = new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).trim();
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new IOException(file + " does not contain a number: " + text, e);
        }
    }

    /** Returns the device number and the type of the file system, such as {@code 259:1 (ext4)}. */
    @Override
    public String toString() {
        return major + ":" + minor + " (" + fileSystem + ")";
    }
}
