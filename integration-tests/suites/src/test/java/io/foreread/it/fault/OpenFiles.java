package io.foreread.it.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the descriptors and mappings of a process from /proc. */
final class OpenFiles {
    private OpenFiles() {}

    /** Deleted sstable files that the process still has open. */
    static List<String> deletedSstables(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
            Stream<String> mapped = Files.readAllLines(process.resolve("maps")).stream();
            return Stream.concat(descriptors.map(OpenFiles::target), mapped)
                    .filter(file -> file.endsWith(".db (deleted)"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long count(long pid) {
        return targets(pid).count();
    }

    static long sockets(long pid) {
        return targets(pid).filter(target -> target.startsWith("socket:")).count();
    }

    private static Stream<String> targets(long pid) {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return descriptors.map(OpenFiles::target).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            // The descriptor was closed after it had been listed.
            return "";
        }
    }
}
